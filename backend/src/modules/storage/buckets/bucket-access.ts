import { Injectable } from '@nestjs/common';
import { BucketsRepository, type Bucket } from './buckets.repository.js';
import { BucketNotFoundError } from '../core/storage-errors.js';
import { AccessPolicy, type StorageCaller } from './access-policy.js';
import { NO_RULES, type Action, type BucketRules } from './bucket-rules.js';
import { BucketRulesRepository } from './bucket-rules.repository.js';

export interface AccessedBucket {
  bucket: Bucket;
  policy: AccessPolicy;
}

/** Finds a bucket and what the caller may do in it. */
@Injectable()
export class BucketAccess {
  constructor(
    private readonly buckets: BucketsRepository,
    private readonly rules: BucketRulesRepository,
  ) {}

  /** Throws {@link BucketNotFoundError}. */
  async open(bucketId: string, caller: StorageCaller): Promise<AccessedBucket> {
    const bucket = await this.buckets.find(bucketId);
    if (!bucket) throw new BucketNotFoundError();
    const stored = caller.kind === 'service' ? NO_RULES : await this.rules.find(bucketId);
    // In a public bucket, users can download their own files without a rule, so they may also sign and copy them.
    const rules: BucketRules = bucket.public ? { ...stored, read: [...stored.read, 'owner'] } : stored;
    return { bucket, policy: new AccessPolicy(caller, rules) };
  }

  /** Throws {@link BucketNotFoundError} also if the caller may not do this to any object: it can't be probed which buckets exist. */
  async openFor(action: Extract<Action, 'read' | 'list'>, bucketId: string, caller: StorageCaller) {
    const accessed = await this.open(bucketId, caller);
    if (!accessed.policy.allowsAnywhere(action)) throw new BucketNotFoundError();
    return accessed;
  }
}
