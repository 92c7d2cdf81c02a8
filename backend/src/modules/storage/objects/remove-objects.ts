import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { StorageCaller } from '../buckets/access-policy.js';
import { BucketAccess } from '../buckets/bucket-access.js';
import { assertObjectName, objectNameProblem } from '../core/object-names.js';
import { ObjectNotFoundError } from '../core/storage-errors.js';
import { DiscardVersions } from './discard-versions.js';
import { ObjectsRepository, type StoredObject } from './objects.repository.js';

/** Removes objects. Their bytes are deleted shortly after. */
@Injectable()
export class RemoveObjects {
  constructor(
    private readonly access: BucketAccess,
    private readonly objects: ObjectsRepository,
    private readonly discardVersions: DiscardVersions,
    private readonly database: Database,
  ) {}

  /** Returns what was removed. Objects that don't exist, or that the caller may not remove, are left out. */
  async remove(bucketId: string, names: readonly string[], caller: StorageCaller): Promise<StoredObject[]> {
    const { policy } = await this.access.open(bucketId, caller);
    const valid = names.filter((name) => objectNameProblem(name) === undefined);
    return this.database.transaction(async () => {
      const removed = await this.objects.delete(bucketId, valid, policy.getScope('remove'));
      await this.discardVersions.discard(removed);
      return removed;
    });
  }

  /** Throws {@link ObjectNotFoundError} also if the caller may not remove it. */
  async removeOne(bucketId: string, name: string, caller: StorageCaller): Promise<void> {
    assertObjectName(name);
    const removed = await this.remove(bucketId, [name], caller);
    if (removed.length === 0) throw new ObjectNotFoundError();
  }
}
