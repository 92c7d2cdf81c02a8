import type { EntityClass } from '@mikro-orm/postgresql';
import { BucketRuleEntity } from './buckets/bucket-rule.entity.js';
import { BucketEntity } from './buckets/bucket.entity.js';
import { PendingDeletionEntity } from './deletion/pending-deletion.entity.js';
import { ObjectEntity } from './objects/object.entity.js';

/** Entities of this module. */
export const storageEntities: EntityClass<object>[] = [
  BucketEntity,
  BucketRuleEntity,
  ObjectEntity,
  PendingDeletionEntity,
];
