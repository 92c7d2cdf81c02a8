import type { EntityClass } from '@mikro-orm/postgresql';
import { BucketRuleEntity } from './buckets/bucket-rule.entity.js';
import { StorageFolderEntity } from './backends/storage-folder.entity.js';
import { BucketEntity } from './buckets/bucket.entity.js';
import { PendingDeletionEntity } from './deletion/pending-deletion.entity.js';
import { ImageVariantEntity } from './images/image-variant.entity.js';
import { ObjectEntity } from './objects/object.entity.js';
import { ResumableUploadEntity } from './resumable/resumable-upload.entity.js';

/** Entities of this module. */
export const storageEntities: EntityClass<object>[] = [
  BucketEntity,
  BucketRuleEntity,
  ImageVariantEntity,
  ObjectEntity,
  PendingDeletionEntity,
  ResumableUploadEntity,
  StorageFolderEntity,
];
