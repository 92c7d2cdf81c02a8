import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';
import { BucketEntity } from '../buckets/bucket.entity.js';

/** The name up to its last slash, as PostgreSQL prints it. */
const FOLDER = `"left"(name, ((char_length(name) + 1) - strpos((reverse(name) || '/'::text), '/'::text)))`;
const folderIndex = (name: string, column: string) => ({
  name,
  expression: `create index ${name} on storage_objects USING btree (bucket_id, ${FOLDER}, ${column}, name)`,
});

const ObjectSchema = defineEntity({
  name: 'StorageObject',
  tableName: 'storage_objects',
  properties: {
    id: p.uuid().primary(),
    bucketId: () => p.manyToOne(BucketEntity).mapToPk().joinColumn('bucket_id'),
    /** Path within the bucket. */
    name: p.text().collation('C'),
    /** The user who uploaded it last; null for the service role. */
    ownerId: p.uuid().strictNullable(),
    /** Identifies the bytes that readers get. */
    version: p.uuid().unique(),
    /** In bytes. */
    size: p.bigint('number'),
    mimeType: p.text(),
    /** Size and CRC-32 of the bytes, quoted as in the header. Rows written by earlier versions have their SHA-256. */
    etag: p.text(),
    cacheControl: p.text(),
    contentEncoding: p.text().strictNullable(),
    /** `X-Robots-Tag` of responses. */
    robots: p.text().strictNullable(),
    userMetadata: p.json<Record<string, unknown>>().defaultRaw(`'{}'`),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  uniques: [{ properties: ['bucketId', 'name'] }],
  indexes: [
    { name: 'storage_objects_created', properties: ['bucketId', 'createdAt', 'name'] },
    { name: 'storage_objects_updated', properties: ['bucketId', 'updatedAt', 'name'] },
    folderIndex('storage_objects_folder_created', 'created_at'),
    folderIndex('storage_objects_folder_updated', 'updated_at'),
    {
      name: 'storage_objects_bucket_owner',
      where: 'owner_id IS NOT NULL',
      properties: ['bucketId', 'ownerId', 'name'],
    },
    { name: 'storage_objects_owner', where: 'owner_id IS NOT NULL', properties: ['ownerId', 'size'] },
  ],
});

/** A file: which bytes readers get, and how they are served. */
export class ObjectEntity extends ObjectSchema.class {}
ObjectSchema.setClass(ObjectEntity);
