import { Injectable } from '@nestjs/common';
import { v4 as randomVersion } from 'uuid';
import { Settings } from '../../../platform/config/settings.js';
import { getUserId, type AccessPolicy, type StorageCaller } from '../buckets/access-policy.js';
import { BucketAccess } from '../buckets/bucket-access.js';
import { assertObjectName } from '../core/object-names.js';
import { ObjectNotFoundError, RuleViolationError } from '../core/storage-errors.js';
import { CommitVersion } from './commit-version.js';
import type { ObjectAddress } from './copy-object.js';
import { CopyBytes } from './copy-bytes.js';
import { FindObject } from './find-object.js';
import type { StoredObject } from './objects.repository.js';
import { assertAcceptable, getFileSizeLimit } from './store-object.js';

const MAX_ATTEMPTS = 3;

/** Moves an object to another name or bucket. It keeps its ID, owner and attributes. Never replaces another object. */
@Injectable()
export class MoveObject {
  constructor(
    private readonly findObject: FindObject,
    private readonly access: BucketAccess,
    private readonly commitVersion: CommitVersion,
    private readonly copyBytes: CopyBytes,
    private readonly settings: Settings,
  ) {}

  async move(caller: StorageCaller, from: ObjectAddress, to: ObjectAddress): Promise<StoredObject> {
    assertObjectName(to.name);
    const { policy: sourcePolicy } = await this.access.openFor('read', from.bucketId, caller);
    const { bucket, policy } = await this.access.open(to.bucketId, caller);
    await this.commitVersion.assertWritable(to, { policy, ownerId: getUserId(caller), upsert: false });
    const limit = getFileSizeLimit(bucket, this.settings);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const source = await this.findObject.readable(from.bucketId, from.name, caller);
      if (!sourcePolicy.allows('remove', source))
        throw new RuleViolationError(`remove in bucket ${from.bucketId}`);
      assertMoveAllowed(policy, to, source);
      assertAcceptable(bucket, source.mimeType, source.size, limit);
      const target = { ...to, version: randomVersion() };
      const isCopied = await this.copyBytes.copy(source, target);
      const moved = isCopied ? await this.commitVersion.commitMove(source, target) : undefined;
      if (moved) return moved;
    }
    throw new ObjectNotFoundError();
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
