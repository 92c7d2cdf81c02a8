import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { BucketsRepository } from './buckets.repository.js';
import { BucketNotFoundError } from '../core/storage-errors.js';
import { mayManageBuckets, getUserId, type StorageCaller } from './access-policy.js';
import type { BucketRules } from './bucket-rules.js';
import { BucketRulesRepository } from './bucket-rules.repository.js';

/** Reads and changes who may do what in a bucket, for the service role and administrators. Others can't tell whether it exists. */
@Injectable()
export class ManageRules {
  constructor(
    private readonly buckets: BucketsRepository,
    private readonly rules: BucketRulesRepository,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  async read(caller: StorageCaller, bucketId: string): Promise<BucketRules> {
    if (!mayManageBuckets(caller) || !(await this.buckets.find(bucketId))) throw new BucketNotFoundError();
    return this.rules.find(bucketId);
  }

  async replace(caller: StorageCaller, bucketId: string, rules: BucketRules): Promise<BucketRules> {
    if (!mayManageBuckets(caller)) throw new BucketNotFoundError();
    return this.database.transaction(async () => {
      if (!(await this.buckets.findForUpdate(bucketId))) throw new BucketNotFoundError();
      const before = await this.rules.find(bucketId);
      await this.rules.replace(bucketId, rules);
      const after = await this.rules.find(bucketId);
      await this.audit.record({
        actorId: getUserId(caller),
        action: 'storage.bucket_rules_changed',
        subject: { type: 'bucket', id: bucketId },
        details: { before, after, ...(caller.kind === 'service' ? { by: 'service key' } : {}) },
      });
      return after;
    });
  }
}
