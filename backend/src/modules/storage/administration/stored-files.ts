import { Injectable } from '@nestjs/common';
import type { AuditAction } from '@subscription-site/shared/audit-actions';
import { Audit } from '../../../platform/audit/audit.js';
import { RealClock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { DomainError } from '../../../platform/domain-error.js';
import { BucketsRepository, type Bucket } from '../buckets/buckets.repository.js';
import { formatImageOptions } from '../core/image-options.js';
import { DiscardVersions } from '../objects/discard-versions.js';
import { ObjectsRepository, type EntryRow, type StoredObject } from '../objects/objects.repository.js';
import { SignedUrls } from '../signing/signed-urls.js';

const MAX_BUCKETS = 500;
const EVERYTHING = { all: true, ownerId: null, folder: null };
const PREVIEW_SECONDS = 300;
const PREVIEW = {
  width: 800,
  height: 800,
  resize: 'contain',
  quality: undefined,
  format: undefined,
} as const;

export interface FileAddress {
  bucketId: string;
  name: string;
}

/** Files in a folder whose names begin like this, in any case. */
export interface FolderQuery {
  /** Empty for the root; otherwise ends with a slash. */
  folder: string;
  search: string;
  /** Name of the last entry of the previous page. */
  after: string | undefined;
  limit: number;
}

export interface EmptyingProgress {
  removed: number;
  remaining: number;
}

export interface ListedBucket {
  bucket: Bucket;
  /** Null unless the bucket is being emptied. */
  emptying: EmptyingProgress | null;
}

export interface SignedLink {
  /** Path within the storage service. */
  path: string;
  expiresAt: Date;
}

/** All files, for administrators: rules of buckets don't apply. Access to the content of a file, and its deletion, are recorded. */
@Injectable()
export class StoredFiles {
  constructor(
    private readonly buckets: BucketsRepository,
    private readonly objects: ObjectsRepository,
    private readonly discardVersions: DiscardVersions,
    private readonly signedUrls: SignedUrls,
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly clock: RealClock,
  ) {}

  /** By name. */
  async listBuckets(search: string | undefined): Promise<ListedBucket[]> {
    const query = { search, sortBy: 'id', order: 'asc', limit: MAX_BUCKETS, offset: 0 } as const;
    const buckets = await this.buckets.search(query);
    return Promise.all(buckets.map(async (bucket) => ({ bucket, emptying: await this.getProgress(bucket) })));
  }

  private async getProgress({
    id,
    emptyingSince,
    emptyingObjects,
  }: Bucket): Promise<EmptyingProgress | null> {
    if (emptyingSince === null) return null;
    const remaining = await this.objects.countUnchanged(id, emptyingSince);
    return { removed: Math.max(0, (emptyingObjects ?? remaining) - remaining), remaining };
  }

  /** Throws `not_found`. */
  async list(bucketId: string, { folder, search, after, limit }: FolderQuery): Promise<EntryRow[]> {
    if (!(await this.buckets.find(bucketId))) throw notFound('Bucket not found.');
    const listing = {
      bucketId,
      prefix: folder,
      search,
      scope: EVERYTHING,
      descending: false,
      limit,
      offset: 0,
    };
    return this.objects.entriesByName(listing, after);
  }

  /** Throws `not_found`. */
  async find({ bucketId, name }: FileAddress): Promise<StoredObject> {
    const bucket = await this.buckets.find(bucketId);
    const object = bucket && (await this.objects.find(bucketId, name));
    if (!object) throw notFound('File not found.');
    return object;
  }

  /** Throws `not_found`. */
  async link(actorId: string, address: FileAddress, seconds: number): Promise<SignedLink> {
    const { bucketId, name } = await this.find(address);
    await this.record(actorId, 'storage.link_created', address, { seconds });
    const token = await this.signedUrls.signDownload({ bucketId, name }, seconds);
    return { path: `/object/sign/${encodePath(address)}?token=${token}`, expiresAt: this.clock.in(seconds) };
  }

  /** A smaller copy of an image. Throws `not_found`. */
  async preview(actorId: string, address: FileAddress): Promise<SignedLink> {
    const { bucketId, name } = await this.find(address);
    await this.record(actorId, 'storage.object_viewed', address);
    const transformations = formatImageOptions(PREVIEW);
    const token = await this.signedUrls.signDownload({ bucketId, name }, PREVIEW_SECONDS, transformations);
    const expiresAt = this.clock.in(PREVIEW_SECONDS);
    return { path: `/render/image/sign/${encodePath(address)}?token=${token}`, expiresAt };
  }

  /** Throws `not_found`. */
  async remove(actorId: string, { bucketId, name }: FileAddress, reason: string): Promise<void> {
    await this.database.transaction(async () => {
      await this.find({ bucketId, name });
      const removed = await this.objects.delete(bucketId, [name], EVERYTHING);
      if (removed.length === 0) throw notFound('File not found.');
      await this.discardVersions.discard(removed);
      await this.record(actorId, 'storage.object_deleted', { bucketId, name }, { reason });
    });
  }

  private record(
    actorId: string,
    action: AuditAction,
    { bucketId, name }: FileAddress,
    details: Record<string, unknown> = {},
  ): Promise<void> {
    return this.database.transaction(() =>
      this.audit.record({
        actorId,
        action,
        subject: { type: 'bucket', id: bucketId },
        details: { name, ...details },
      }),
    );
  }
}

function notFound(message: string): DomainError {
  return new DomainError('not_found', 'not_found', message);
}

function encodePath({ bucketId, name }: FileAddress): string {
  return [bucketId, ...name.split('/')].map(encodeURIComponent).join('/');
}
