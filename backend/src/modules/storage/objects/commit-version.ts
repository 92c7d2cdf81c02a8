import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { RealClock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { Database } from '../../../platform/database/database.js';
import { AccessPolicy } from '../buckets/access-policy.js';
import { BucketsRepository } from '../buckets/buckets.repository.js';
import {
  AlreadyExistsError,
  BucketNotFoundError,
  EntityTooLargeError,
  RuleViolationError,
} from '../core/storage-errors.js';
import type { ObjectVersion } from '../core/version-keys.js';
import { CheckContent } from '../scanning/check-content.js';
import { DiscardVersions } from './discard-versions.js';
import { ObjectsRepository, type ObjectAttributes, type StoredObject } from './objects.repository.js';

export interface NewVersion {
  /** Its bytes are in the backend already. */
  version: ObjectVersion;
  attributes: ObjectAttributes;
  /** Null for the service role, which leaves the owner of an existing object unchanged. */
  ownerId: string | null;
  policy: AccessPolicy;
  /** Replaces an existing object. */
  upsert: boolean;
}

/** Makes a version the one that readers get, and discards the one before. Whatever fails, no bytes stay without an owner. */
@Injectable()
export class CommitVersion {
  constructor(
    private readonly objects: ObjectsRepository,
    private readonly buckets: BucketsRepository,
    private readonly discardVersions: DiscardVersions,
    private readonly checkContent: CheckContent,
    private readonly database: Database,
    private readonly settings: Settings,
    private readonly clock: RealClock,
  ) {}

  /**
   * Has no effect if the version is the current one already. Throws {@link AlreadyExistsError}, {@link RuleViolationError},
   * {@link BucketNotFoundError}, {@link EntityTooLargeError}, `MalwareFoundError` or `InvalidPictureError`.
   */
  async commit(input: NewVersion): Promise<StoredObject> {
    return this.orDiscard(input.version, async () => {
      const { version, ownerId, attributes } = input;
      await this.checkContent.assertAcceptable(version, { ownerId, mimeType: attributes.mimeType });
      return this.database.transaction(() => this.replace(input));
    });
  }

  /**
   * Gives an object another name, and the bytes copied there. Undefined if the source was replaced or deleted in the meantime.
   * Throws {@link AlreadyExistsError}, {@link BucketNotFoundError} or `InvalidPictureError`.
   */
  async commitMove(source: StoredObject, target: ObjectVersion): Promise<StoredObject | undefined> {
    const moved = await this.orDiscard(target, async () => {
      await this.checkContent.assertIntact(target, source.mimeType);
      return this.database.transaction(() => this.rename(source, target));
    });
    if (!moved) await this.discardVersions.discardAfterFailure(target);
    return moved;
  }

  /** Throws before any byte is stored, for what is known by then. {@link commit} checks again. */
  async assertWritable(
    { bucketId, name }: Pick<ObjectVersion, 'bucketId' | 'name'>,
    { policy, ownerId, upsert }: Pick<NewVersion, 'policy' | 'ownerId' | 'upsert'>,
  ): Promise<void> {
    assertAllowed(policy, bucketId, name, null, ownerId);
    const existing = await this.objects.find(bucketId, name);
    if (existing) assertReplaceable(existing, policy, ownerId, upsert);
  }

  /** Throws {@link EntityTooLargeError} if the user's files would exceed the quota. */
  async assertWithinQuota(ownerId: string | null, addedBytes: number): Promise<void> {
    const { quotaBytes } = this.settings.storage;
    if (ownerId === null || quotaBytes === 0) return;
    const total = (await this.objects.sumSizesByOwner(ownerId)) + addedBytes;
    if (total <= quotaBytes) return;
    throw new EntityTooLargeError(
      `Your files may not exceed ${quotaBytes} bytes in total. Delete some and try again.`,
      { rule: 'quota', quotaBytes },
    );
  }

  private async orDiscard<Result>(version: ObjectVersion, commit: () => Promise<Result>): Promise<Result> {
    try {
      return await commit();
    } catch (error) {
      await this.discardVersions.discardAfterFailure(version);
      throw error;
    }
  }

  private async replace({ version, attributes, ownerId, policy, upsert }: NewVersion): Promise<StoredObject> {
    const { bucketId, name } = version;
    const isLimited = ownerId !== null && this.settings.storage.quotaBytes > 0;
    if (isLimited) await this.objects.lockOwner(ownerId);
    await this.objects.lockNames([version]);
    if (!(await this.buckets.lockAgainstDeletion(bucketId))) throw new BucketNotFoundError();
    const existing = await this.objects.findForUpdate(bucketId, name);
    if (existing?.version === version.version) return existing;
    if (existing) assertReplaceable(existing, policy, ownerId, upsert);
    if (isLimited) {
      const replaced = existing?.ownerId === ownerId ? existing.size : 0;
      await this.assertWithinQuota(ownerId, attributes.size - replaced);
    }
    const now = this.clock.now();
    const changed = { ...attributes, version: version.version, updatedAt: now };
    if (!existing)
      return this.objects.create({ id: uuid(), bucketId, name, ownerId, createdAt: now, ...changed });
    await this.discardVersions.discard([{ bucketId, name, version: existing.version }]);
    return Object.assign(existing, changed, { ownerId: ownerId ?? existing.ownerId });
  }

  private async rename(
    { bucketId, name, version }: ObjectVersion,
    target: ObjectVersion,
  ): Promise<StoredObject | undefined> {
    const source = { bucketId, name, version };
    await this.objects.lockNames([source, target]);
    if (!(await this.buckets.lockAgainstDeletion(target.bucketId))) throw new BucketNotFoundError();
    const current = await this.objects.findForUpdate(bucketId, name);
    if (current?.version !== version) return undefined;
    if (await this.objects.find(target.bucketId, target.name))
      throw new AlreadyExistsError('KeyAlreadyExists');
    await this.discardVersions.discard([source]);
    return Object.assign(current, target, { updatedAt: this.clock.now() });
  }
}

function assertReplaceable(
  existing: StoredObject,
  policy: AccessPolicy,
  ownerId: string | null,
  upsert: boolean,
): void {
  if (!upsert) throw new AlreadyExistsError('ResourceAlreadyExists');
  assertAllowed(policy, existing.bucketId, existing.name, existing, ownerId);
}

/** A new object belongs to the caller. */
function assertAllowed(
  policy: AccessPolicy,
  bucketId: string,
  name: string,
  existing: StoredObject | null,
  callerId: string | null,
): void {
  const target = { name, ownerId: existing ? existing.ownerId : callerId };
  if (!policy.allows('write', target)) throw new RuleViolationError(`write in bucket ${bucketId}`);
}
