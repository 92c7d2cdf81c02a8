import { Injectable } from '@nestjs/common';
import type { StorageCaller } from '../buckets/access-policy.js';
import { BucketAccess } from '../buckets/bucket-access.js';
import { assertObjectName } from '../core/object-names.js';
import { BucketNotFoundError, ObjectNotFoundError } from '../core/storage-errors.js';
import { ObjectsRepository, type FoundDownload, type StoredObject } from './objects.repository.js';

export type { StoredObject };

export interface DownloadAddress {
  bucketId: string;
  name: string;
  /** Also looks for the image transformed like this, as written by `formatImageOptions`. */
  imageOptions?: string | undefined;
}

/** `isPublic`: anyone may download it. `variant`: the transformed image, if it was asked for and found. */
export type DownloadedObject = StoredObject & { isPublic: boolean; variant?: FoundDownload['variant'] };

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

  /** Like {@link readable}, but anyone may download from a public bucket. */
  async downloadable(address: DownloadAddress, caller: StorageCaller): Promise<DownloadedObject> {
    const found = await this.find(address);
    if (found?.isPublic) return existing(found, address.name);
    return { ...(await this.readable(address.bucketId, address.name, caller)), isPublic: false };
  }

  /** In a public bucket only; others look as if they didn't exist. */
  async public(address: DownloadAddress): Promise<DownloadedObject> {
    const found = await this.find(address);
    if (!found?.isPublic) throw new BucketNotFoundError();
    return existing(found, address.name);
  }

  /** Without checking rules: for the holder of a signed URL. */
  async existing(address: DownloadAddress): Promise<DownloadedObject> {
    return existing(await this.find(address), address.name);
  }

  private find({ bucketId, name, imageOptions }: DownloadAddress): Promise<FoundDownload | undefined> {
    return this.objects.findForDownload({ bucketId, name, imageOptions });
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

function existing(found: FoundDownload | undefined, name: string): DownloadedObject {
  assertObjectName(name);
  if (!found?.object) throw new ObjectNotFoundError();
  const { object, isPublic, variant } = found;
  return variant ? { ...object, isPublic, variant } : { ...object, isPublic };
}
