import { defineEntity, p } from '@mikro-orm/postgresql';
import { BucketEntity } from './bucket.entity.js';
import { ACTIONS, GRANTEES } from './bucket-rules.js';

const BucketRuleSchema = defineEntity({
  name: 'StorageBucketRule',
  tableName: 'storage_bucket_rules',
  properties: {
    bucketId: () =>
      p.manyToOne(BucketEntity).primary().mapToPk().joinColumn('bucket_id').deleteRule('cascade'),
    action: p.enum(ACTIONS).primary(),
    grantee: p.enum(GRANTEES).primary(),
  },
});

/** Allows a grantee an action in a bucket. */
export class BucketRuleEntity extends BucketRuleSchema.class {}
BucketRuleSchema.setClass(BucketRuleEntity);
