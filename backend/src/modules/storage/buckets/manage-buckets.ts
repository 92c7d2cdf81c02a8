import { Injectable } from '@nestjs/common';
import type { AuditAction } from '@subscription-site/shared/audit-actions';
import { Audit } from '../../../platform/audit/audit.js';
import { RealClock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { Database } from '../../../platform/database/database.js';
import { mayManageBuckets, getUserId, type StorageCaller } from './access-policy.js';
import { assertBucketName } from '../core/object-names.js';
import {
  BucketNotFoundError,
  EntityTooLargeError,
  RuleViolationError,
  ServiceRoleRequiredError,
} from '../core/storage-errors.js';
import {
  BucketsRepository,
  type Bucket,
  type BucketOptions,
  type BucketQuery,
} from './buckets.repository.js';

export type { Bucket, BucketOptions, BucketQuery };

/** Creates, changes, empties and deletes buckets, for the service role and administrators. */
@Injectable()
export class ManageBuckets {
  constructor(
    private readonly buckets: BucketsRepository,
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly settings: Settings,
    private readonly clock: RealClock,
  ) {}

  /** Empty for callers who may not manage buckets. */
  async list(caller: StorageCaller, query: BucketQuery): Promise<Bucket[]> {
    return mayManageBuckets(caller) ? this.buckets.search(query) : [];
  }

  /** Throws {@link BucketNotFoundError}, also for callers who may not manage buckets. */
  async find(caller: StorageCaller, id: string): Promise<Bucket> {
    const bucket = mayManageBuckets(caller) ? await this.buckets.find(id) : null;
    if (!bucket) throw new BucketNotFoundError();
    return bucket;
  }

  /** Throws `BucketAlreadyExists`, `InvalidBucketName` or `EntityTooLarge`. */
  async create(caller: StorageCaller, id: string, options: BucketOptions): Promise<void> {
    assertMayManage(caller, 'create a bucket');
    assertBucketName(id);
    this.assertLimit(options.fileSizeLimit);
    const now = this.clock.now();
    await this.database.transaction(async () => {
      await this.buckets.insert({
        id,
        ownerId: getUserId(caller),
        createdAt: now,
        updatedAt: now,
        ...options,
      });
      await this.record(caller, 'storage.bucket_created', id, { ...options });
    });
  }

  /** Options that are undefined stay as they are. */
  async update(caller: StorageCaller, id: string, options: Partial<BucketOptions>): Promise<void> {
    assertMayManage(caller, 'update a bucket');
    this.assertLimit(options.fileSizeLimit ?? null);
    await this.change(id, async (bucket) => {
      const given = Object.entries(options).filter(([, value]) => value !== undefined);
      Object.assign(bucket, Object.fromEntries(given), { updatedAt: this.clock.now() });
      await this.record(caller, 'storage.bucket_updated', id, Object.fromEntries(given));
    });
  }

  /** Queues the removal of all objects that exist now. */
  async empty(caller: StorageCaller, id: string): Promise<void> {
    if (caller.kind !== 'service') throw new ServiceRoleRequiredError();
    await this.change(id, async (bucket) => {
      bucket.emptyingSince = this.clock.now();
      bucket.emptyingObjects = null;
      await this.record(caller, 'storage.bucket_emptied', id);
    });
  }

  /** Throws `ResourceNotEmpty`. */
  async delete(caller: StorageCaller, id: string): Promise<void> {
    assertMayManage(caller, 'delete a bucket');
    await this.change(id, async () => {
      await this.buckets.delete(id);
      await this.record(caller, 'storage.bucket_deleted', id);
    });
  }

  private change(id: string, work: (bucket: Bucket) => Promise<void>): Promise<void> {
    return this.database.transaction(async () => {
      const bucket = await this.buckets.findForUpdate(id);
      if (!bucket) throw new BucketNotFoundError();
      await work(bucket);
    });
  }

  private assertLimit(limit: number | null): void {
    if (limit !== null && limit > this.settings.storage.maxFileBytes) throw new EntityTooLargeError();
  }

  private record(
    caller: StorageCaller,
    action: AuditAction,
    id: string,
    details: Record<string, unknown> = {},
  ) {
    return this.audit.record({
      actorId: getUserId(caller),
      action,
      subject: { type: 'bucket', id },
      details: caller.kind === 'service' ? { ...details, by: 'service key' } : details,
    });
  }
}

function assertMayManage(caller: StorageCaller, action: string): void {
  if (!mayManageBuckets(caller)) throw new RuleViolationError(action);
}
