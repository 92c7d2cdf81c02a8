import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';

const BucketSchema = defineEntity({
  name: 'StorageBucket',
  tableName: 'storage_buckets',
  properties: {
    /** Also its name. */
    id: p.text().primary(),
    /** Anyone with the URL of an object can download it. */
    public: p.boolean().default(false),
    /** Used by the product itself: no route can access it. */
    internal: p.boolean().default(false),
    ownerId: p.uuid().strictNullable(),
    /** In bytes. */
    fileSizeLimit: p.bigint('number').strictNullable(),
    /** Media types, `image/*` or `*`. Null allows all. */
    allowedMimeTypes: p.array().strictNullable(),
    /** Set while objects up to this time are being removed. */
    emptyingSince: timestamp().strictNullable(),
    /** How many there were when that began; null until then. */
    emptyingObjects: p.bigint('number').strictNullable(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  indexes: [
    {
      name: 'storage_buckets_emptying',
      where: 'emptying_since IS NOT NULL',
      properties: ['emptyingSince'],
    },
  ],
});

export class BucketEntity extends BucketSchema.class {}
BucketSchema.setClass(BucketEntity);
