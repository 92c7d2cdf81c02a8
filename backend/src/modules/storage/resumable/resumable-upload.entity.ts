import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';

const ResumableUploadSchema = defineEntity({
  name: 'StorageResumableUpload',
  tableName: 'storage_resumable_uploads',
  properties: {
    /** The version of the object that it creates. */
    id: p.uuid().primary(),
    bucketId: p.text(),
    name: p.text().collation('C'),
    /** The user who uploads; null for the service role. */
    ownerId: p.uuid().strictNullable(),
    upsert: p.boolean(),
    /** In bytes. Null until the client declares it. */
    size: p.bigint('number').strictNullable(),
    mimeType: p.text(),
    cacheControl: p.text(),
    contentEncoding: p.text().strictNullable(),
    robots: p.text().strictNullable(),
    userMetadata: p.json<Record<string, unknown>>().defaultRaw(`'{}'`),
    /** The request that may write. */
    leasedBy: p.uuid().strictNullable(),
    leaseUntil: timestamp().strictNullable(),
    /** Set by a request that waits for the lease. */
    releaseRequested: p.boolean().default(false),
    completedAt: timestamp().strictNullable(),
    createdAt: timestamp(),
    expiresAt: timestamp().index('storage_resumable_uploads_expired'),
  },
});

/** A resumable upload. */
export class ResumableUploadEntity extends ResumableUploadSchema.class {}
ResumableUploadSchema.setClass(ResumableUploadEntity);
