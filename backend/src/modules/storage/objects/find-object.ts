import { Injectable } from '@nestjs/common';
import type { StorageCaller } from '../buckets/access-policy.js';
import { BucketAccess } from '../buckets/bucket-access.js';
import { assertObjectName } from '../core/object-names.js';
import { BucketNotFoundError, ObjectNotFoundError } from '../core/storage-errors.js';
import { ObjectsRepository, type StoredObject } from './objects.repository.js';

export type { StoredObject };

/** Finds an object for reading. An object that may not be read looks as if it didn't exist. */
@Injectable()
export class FindObject {
  constructor(
    private readonly objects: ObjectsRepository,
    private readonly access: BucketAccess,
  ) {}

  /** Throws {@link BucketNotFoundError} or {@link ObjectNotFoundError}. Rules apply also to public buckets. */
  async readable(bucketId: string, name: string, caller: StorageCaller): Promise<StoredObject> {
    assertObjectName(name);
    const { policy } = await this.access.openFor('read', bucketId, caller);
    const object = await this.objects.find(bucketId, name);
    if (!object || !policy.allows('read', object)) throw new ObjectNotFoundError();
    return object;
  }

  /** Like {@link readable}, but everybody may download from a public bucket. */
  async downloadable(bucketId: string, name: string, caller: StorageCaller): Promise<StoredObject> {
    const found = await this.objects.findForDownload(bucketId, name);
    return found?.isPublic ? existing(found.object, name) : this.readable(bucketId, name, caller);
  }

  /** In a public bucket only; others look as if they didn't exist. */
  async public(bucketId: string, name: string): Promise<StoredObject> {
    const found = await this.objects.findForDownload(bucketId, name);
    if (!found?.isPublic) throw new BucketNotFoundError();
    return existing(found.object, name);
  }

  /** Without checking rules: for the holder of a signed URL. */
  async existing(bucketId: string, name: string): Promise<StoredObject> {
    return existing(await this.objects.find(bucketId, name), name);
  }

  /** The names that the caller may read, among these. */
  async readableAmong(
    bucketId: string,
    names: readonly string[],
    caller: StorageCaller,
  ): Promise<Set<string>> {
    const { policy } = await this.access.openFor('read', bucketId, caller);
    const objects = await this.objects.findMany(bucketId, names);
    return new Set(objects.filter((object) => policy.allows('read', object)).map(({ name }) => name));
  }
}

function existing(object: StoredObject | null, name: string): StoredObject {
  assertObjectName(name);
  if (!object) throw new ObjectNotFoundError();
  return object;
}
