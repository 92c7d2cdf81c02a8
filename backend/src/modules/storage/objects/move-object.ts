import { Injectable } from '@nestjs/common';
import { v4 as randomVersion } from 'uuid';
import { Clock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { Database } from '../../../platform/database/database.js';
import { userIdOf, type AccessPolicy, type StorageCaller } from '../buckets/access-policy.js';
import { BucketAccess } from '../buckets/bucket-access.js';
import { BucketsRepository } from '../buckets/buckets.repository.js';
import { assertObjectName } from '../core/object-names.js';
import {
  AlreadyExistsError,
  BucketNotFoundError,
  ObjectNotFoundError,
  RuleViolationError,
} from '../core/storage-errors.js';
import type { ObjectVersion } from '../core/version-keys.js';
import { CommitVersion } from './commit-version.js';
import type { ObjectAddress } from './copy-object.js';
import { CopyBytes } from './copy-bytes.js';
import { DiscardVersions } from './discard-versions.js';
import { FindObject } from './find-object.js';
import { ObjectsRepository, type StoredObject } from './objects.repository.js';
import { assertAcceptable, fileSizeLimitOf } from './store-object.js';

const MAX_ATTEMPTS = 3;

/** Moves an object to another name or bucket. It keeps its ID, owner and attributes. Never replaces another object. */
@Injectable()
export class MoveObject {
  constructor(
    private readonly findObject: FindObject,
    private readonly access: BucketAccess,
    private readonly commitVersion: CommitVersion,
    private readonly discardVersions: DiscardVersions,
    private readonly objects: ObjectsRepository,
    private readonly buckets: BucketsRepository,
    private readonly copyBytes: CopyBytes,
    private readonly database: Database,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async move(caller: StorageCaller, from: ObjectAddress, to: ObjectAddress): Promise<StoredObject> {
    assertObjectName(to.name);
    const { policy: sourcePolicy } = await this.access.openFor('read', from.bucketId, caller);
    const { bucket, policy } = await this.access.open(to.bucketId, caller);
    await this.commitVersion.assertWritable(to, { policy, ownerId: userIdOf(caller), upsert: false });
    const limit = fileSizeLimitOf(bucket, this.settings);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const source = await this.findObject.readable(from.bucketId, from.name, caller);
      if (!sourcePolicy.allows('remove', source))
        throw new RuleViolationError(`remove in bucket ${from.bucketId}`);
      assertMoveAllowed(policy, to, source);
      assertAcceptable(bucket, source.mimeType, source.size, limit);
      const version = { ...to, version: randomVersion() };
      const moved = await this.tryMove(source, version);
      if (moved) return moved;
    }
    throw new ObjectNotFoundError();
  }

  /** Undefined if the source was replaced or deleted in the meantime. */
  private async tryMove(source: StoredObject, target: ObjectVersion): Promise<StoredObject | undefined> {
    const { bucketId, name, version } = source;
    if (!(await this.copyBytes.copy(source, target))) return undefined;
    try {
      const moved = await this.database.transaction(() => this.rename({ bucketId, name, version }, target));
      if (!moved) await this.discardVersions.discardAfterFailure(target);
      return moved;
    } catch (error) {
      await this.discardVersions.discardAfterFailure(target);
      throw error;
    }
  }

  private async rename(source: ObjectVersion, target: ObjectVersion): Promise<StoredObject | undefined> {
    await this.objects.lockNames([source, target]);
    if (!(await this.buckets.lockAgainstDeletion(target.bucketId))) throw new BucketNotFoundError();
    const current = await this.objects.findForUpdate(source.bucketId, source.name);
    if (current?.version !== source.version) return undefined;
    if (await this.objects.find(target.bucketId, target.name))
      throw new AlreadyExistsError('KeyAlreadyExists');
    await this.discardVersions.discard([source]);
    return Object.assign(current, target, { updatedAt: this.clock.now() });
  }
}

/** The object keeps its owner, so the new name must be one that they could have, too. */
function assertMoveAllowed(
  policy: AccessPolicy,
  { bucketId, name }: ObjectAddress,
  { ownerId }: StoredObject,
): void {
  if (!policy.allows('write', { name, ownerId })) throw new RuleViolationError(`write in bucket ${bucketId}`);
}
