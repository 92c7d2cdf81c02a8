import { Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { Database } from '../../../platform/database/database.js';
import { Logger } from '../../../platform/logging/logger.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { ScheduledTask } from '../../../platform/scheduler/scheduled-task.js';
import { DiscardVersions } from './discard-versions.js';
import { ObjectsRepository } from './objects.repository.js';
import { BucketsRepository, type Bucket } from '../buckets/buckets.repository.js';

const BATCH_SIZE = 50;
const MAX_BUCKETS = 20;
/** Per run and bucket, so that one bucket does not hold up the others. */
const MAX_BATCHES = 400;

/** Removes the objects of buckets being emptied, in small transactions. After a crash, the next run continues. */
@Injectable()
export class EmptyBuckets extends ScheduledTask {
  override readonly id = 'empty-buckets';
  override readonly everySeconds = 5;

  constructor(
    private readonly buckets: BucketsRepository,
    private readonly objects: ObjectsRepository,
    private readonly discardVersions: DiscardVersions,
    private readonly database: Database,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    super();
    metrics.gauge(
      'storage_emptying_objects',
      'Objects that are still to be removed from buckets being emptied.',
      [],
      async (gauge) => {
        const counts = (await this.buckets.findBeingEmptied(MAX_BUCKETS)).map((bucket) =>
          this.countRemaining(bucket),
        );
        gauge.set((await Promise.all(counts)).reduce((total, count) => total + count, 0));
      },
    );
  }

  override async run(): Promise<void> {
    for (const bucket of await this.buckets.findBeingEmptied(MAX_BUCKETS)) await this.removeObjects(bucket);
  }

  private async removeObjects(bucket: Bucket): Promise<void> {
    const { id, emptyingSince } = bucket;
    if (bucket.emptyingObjects === null)
      await this.buckets.startEmptying(bucket, await this.countRemaining(bucket));
    let removed = 0;
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const startedAt = performance.now();
      const count = await this.database.transaction(async () => {
        const objects = await this.objects.deleteBatch(id, emptyingSince!, BATCH_SIZE);
        await this.discardVersions.discard(objects);
        return objects.length;
      });
      removed += count;
      if (count < BATCH_SIZE) {
        await this.finish(id, emptyingSince!);
        break;
      }
      // At most a third of the time, because the database serves requests, too.
      await pause(2 * (performance.now() - startedAt));
    }
    this.logger.info('bucket objects removed', { bucket: id, removed });
  }

  private countRemaining({ id, emptyingSince }: Bucket): Promise<number> {
    return this.objects.countUnchanged(id, emptyingSince!);
  }

  /** Unless the bucket was emptied again meanwhile. */
  private finish(id: string, emptyingSince: Date): Promise<void> {
    return this.database.transaction(async () => {
      const bucket = await this.buckets.findForUpdate(id);
      if (bucket?.emptyingSince?.getTime() === emptyingSince.getTime()) bucket.emptyingSince = null;
    });
  }
}
