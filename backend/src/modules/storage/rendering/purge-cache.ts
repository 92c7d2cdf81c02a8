import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { mayManageBuckets, type StorageCaller } from '../buckets/access-policy.js';
import { BucketsRepository } from '../buckets/buckets.repository.js';
import { assertObjectName } from '../core/object-names.js';
import { BucketNotFoundError, ObjectNotFoundError, RuleViolationError } from '../core/storage-errors.js';
import { DiscardVersions } from '../objects/discard-versions.js';
import { ObjectsRepository } from '../objects/objects.repository.js';

const BATCH_SIZE = 500;

/** Deletes transformed images, for the service role and administrators. They are created again on request. */
@Injectable()
export class PurgeCache {
  constructor(
    private readonly buckets: BucketsRepository,
    private readonly objects: ObjectsRepository,
    private readonly discardVersions: DiscardVersions,
    private readonly database: Database,
  ) {}

  /** Throws {@link BucketNotFoundError}, {@link ObjectNotFoundError} or {@link RuleViolationError}. */
  async purgeObject(caller: StorageCaller, bucketId: string, name: string): Promise<void> {
    await this.assertMayPurge(caller, bucketId);
    assertObjectName(name);
    await this.database.transaction(async () => {
      const object = await this.objects.findForUpdate(bucketId, name);
      if (!object) throw new ObjectNotFoundError();
      await this.discardVersions.discardVariants([object]);
    });
  }

  /** Those of all objects of the bucket. */
  async purgeBucket(caller: StorageCaller, bucketId: string): Promise<void> {
    await this.assertMayPurge(caller, bucketId);
    for (let after: string | undefined; ;) {
      const objects = await this.objects.findIn(bucketId, after, BATCH_SIZE);
      await this.database.transaction(() => this.discardVersions.discardVariants(objects));
      if (objects.length < BATCH_SIZE) return;
      after = objects.at(-1)!.name;
    }
  }

  private async assertMayPurge(caller: StorageCaller, bucketId: string): Promise<void> {
    if (!mayManageBuckets(caller)) throw new RuleViolationError('purge the cache');
    if (!(await this.buckets.find(bucketId))) throw new BucketNotFoundError();
  }
}
