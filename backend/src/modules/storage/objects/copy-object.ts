import { Injectable } from '@nestjs/common';
import { v4 as randomVersion } from 'uuid';
import { Settings } from '../../../platform/config/settings.js';
import { getUserId, type StorageCaller } from '../buckets/access-policy.js';
import { BucketAccess } from '../buckets/bucket-access.js';
import { assertObjectName } from '../core/object-names.js';
import { ObjectNotFoundError } from '../core/storage-errors.js';
import { CommitVersion } from './commit-version.js';
import { CopyBytes } from './copy-bytes.js';
import { FindObject } from './find-object.js';
import type { ObjectAttributes, StoredObject } from './objects.repository.js';
import { assertAcceptable, getFileSizeLimit } from './store-object.js';

export interface ObjectAddress {
  bucketId: string;
  name: string;
}

/** Attributes that differ from the source's. */
export type CopyOverrides = Partial<
  Pick<ObjectAttributes, 'cacheControl' | 'mimeType' | 'contentEncoding' | 'userMetadata'>
>;

const MAX_ATTEMPTS = 3;

/** Copies an object, also to another bucket. The copy belongs to the caller. */
@Injectable()
export class CopyObject {
  constructor(
    private readonly findObject: FindObject,
    private readonly access: BucketAccess,
    private readonly commitVersion: CommitVersion,
    private readonly copyBytes: CopyBytes,
    private readonly settings: Settings,
  ) {}

  async copy(
    caller: StorageCaller,
    from: ObjectAddress,
    to: ObjectAddress,
    { upsert, overrides }: { upsert: boolean; overrides: CopyOverrides },
  ): Promise<StoredObject> {
    assertObjectName(to.name);
    const ownerId = getUserId(caller);
    const find = () => this.findObject.readable(from.bucketId, from.name, caller);
    let source = await find();
    const { bucket, policy } = await this.access.open(to.bucketId, caller);
    await this.commitVersion.assertWritable(to, { policy, ownerId, upsert });
    const version = { ...to, version: randomVersion() };
    for (let attempt = 1; ; attempt++) {
      const { size, etag, mimeType, cacheControl, contentEncoding, robots, userMetadata } = source;
      const kept = { mimeType, cacheControl, contentEncoding, robots, userMetadata };
      const attributes = { ...kept, ...overrides, size, etag };
      assertAcceptable(bucket, attributes.mimeType, size, getFileSizeLimit(bucket, this.settings));
      await this.commitVersion.assertWithinQuota(ownerId, upsert ? 0 : size);
      if (await this.copyBytes.copy(source, version))
        return this.commitVersion.commit({ version, attributes, ownerId, policy, upsert });
      // The source was replaced or deleted in the meantime.
      const current = await find();
      if (current.version === source.version || attempt === MAX_ATTEMPTS) throw new ObjectNotFoundError();
      source = current;
    }
  }
}
