import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { v4 as randomVersion } from 'uuid';
import { Settings } from '../../../platform/config/settings.js';
import { AccessPolicy, getUserId, type StorageCaller } from '../buckets/access-policy.js';
import { BucketAccess } from '../buckets/bucket-access.js';
import { NO_RULES } from '../buckets/bucket-rules.js';
import { StorageBackend } from '../backends/storage-backend.port.js';
import type { Bucket } from '../buckets/buckets.repository.js';
import { isMimeTypeAllowed } from '../core/mime-types.js';
import { assertObjectName } from '../core/object-names.js';
import { EntityTooLargeError, InvalidMimeTypeError } from '../core/storage-errors.js';
import { versionKey } from '../core/version-keys.js';
import { StorageMetrics } from '../core/storage-metrics.js';
import { CommitVersion } from './commit-version.js';
import { DiscardVersions } from './discard-versions.js';
import type { ObjectAttributes, StoredObject } from './objects.repository.js';
import { ReceivedBytes } from './received-bytes.js';

export interface Upload {
  bytes: Readable;
  /** As announced by the client. */
  declaredSize: number | undefined;
  /** As far as they are known before the bytes. */
  attributes: Omit<ObjectAttributes, 'size' | 'etag'>;
  /** Waits for the rest of the request. Call once the bytes have been read. */
  finalAttributes(): Promise<Upload['attributes']>;
}

/** A signed upload URL was created by someone who was allowed to write; its holder acts for that user. */
export interface UploadGrant {
  ownerId: string | null;
}

/** Stores an uploaded file. */
@Injectable()
export class StoreObject {
  constructor(
    private readonly access: BucketAccess,
    private readonly commitVersion: CommitVersion,
    private readonly discardVersions: DiscardVersions,
    private readonly backend: StorageBackend,
    private readonly settings: Settings,
    private readonly metrics: StorageMetrics,
  ) {}

  /** `parseUpload` is called only if the caller may write, before the bytes are read. */
  async store(
    bucketId: string,
    name: string,
    { upsert, ...by }: { upsert: boolean } & ({ caller: StorageCaller } | { grant: UploadGrant }),
    parseUpload: () => Promise<Upload>,
  ): Promise<StoredObject> {
    assertObjectName(name);
    const service: StorageCaller = { kind: 'service' };
    const opened = await this.access.open(bucketId, 'caller' in by ? by.caller : service);
    const policy = 'caller' in by ? opened.policy : new AccessPolicy(service, NO_RULES);
    const ownerId = 'caller' in by ? getUserId(by.caller) : by.grant.ownerId;
    const target = { bucketId, name };
    await this.commitVersion.assertWritable(target, { policy, ownerId, upsert });
    const upload = await parseUpload();
    const limit = getFileSizeLimit(opened.bucket, this.settings);
    assertAcceptable(opened.bucket, upload.attributes.mimeType, upload.declaredSize ?? 0, limit);
    await this.commitVersion.assertWithinQuota(ownerId, upsert ? 0 : (upload.declaredSize ?? 0));
    const version = { ...target, version: randomVersion() };
    const received = new ReceivedBytes(upload.bytes, limit);
    const { checksum } = received;
    let described: Upload['attributes'];
    try {
      await this.backend.write(versionKey(version), received);
      described = await upload.finalAttributes();
      assertAcceptable(opened.bucket, described.mimeType, checksum.size, limit);
    } catch (error) {
      await this.discardVersions.discardAfterFailure(version);
      throw error;
    } finally {
      this.metrics.transferred.inc({ direction: 'upload' }, checksum.size);
    }
    const attributes = { ...described, size: checksum.size, etag: checksum.etag };
    return this.commitVersion.commit({ version, attributes, ownerId, policy, upsert });
  }
}

export function getFileSizeLimit({ fileSizeLimit }: Bucket, { storage }: Settings): number {
  return Math.min(fileSizeLimit ?? Infinity, storage.maxFileBytes);
}

/** Throws {@link InvalidMimeTypeError} or {@link EntityTooLargeError}. */
export function assertAcceptable(bucket: Bucket, mimeType: string, size: number, limit: number): void {
  if (!isMimeTypeAllowed(mimeType, bucket.allowedMimeTypes)) throw new InvalidMimeTypeError(mimeType);
  if (size > limit) throw new EntityTooLargeError();
}
