import type { PersonalTable } from '../../platform/personal-data/personal-table.js';
import { StorageFolderEntity } from './backends/storage-folder.entity.js';
import { BucketRuleEntity } from './buckets/bucket-rule.entity.js';
import { BucketEntity } from './buckets/bucket.entity.js';
import { PendingDeletionEntity } from './deletion/pending-deletion.entity.js';
import { ImageVariantEntity } from './images/image-variant.entity.js';
import { ObjectEntity } from './objects/object.entity.js';
import { ResumableUploadEntity } from './resumable/resumable-upload.entity.js';

/** Rows of files are deleted together with their bytes, by `UserFiles`. */
export const storageTables: readonly PersonalTable[] = [
  {
    entity: ObjectEntity,
    delete:
      'id bucketId name ownerId version size mimeType etag cacheControl contentEncoding robots userMetadata createdAt updatedAt',
  },
  { entity: ImageVariantEntity, delete: 'id version options size mimeType etag createdAt' },
  {
    entity: ResumableUploadEntity,
    delete:
      'id bucketId name ownerId upsert size mimeType cacheControl contentEncoding robots userMetadata leasedBy leaseUntil ' +
      'releaseRequested completedAt createdAt expiresAt',
  },
  // Deleted with the bytes.
  { entity: PendingDeletionEntity, delete: 'key dueAt attempts createdAt' },
  {
    entity: BucketEntity,
    keep: {
      notPersonal:
        'id public internal ownerId fileSizeLimit allowedMimeTypes emptyingSince emptyingObjects createdAt updatedAt',
    },
  },
  { entity: StorageFolderEntity, keep: { notPersonal: 'singleton id createdAt' } },
  { entity: BucketRuleEntity, keep: { notPersonal: 'bucketId action grantee' } },
];
