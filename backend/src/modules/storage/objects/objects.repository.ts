import { LockMode, sql, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Batch, inOrder, type WithOrdinal } from '../../../platform/database/batch.js';
import { Database } from '../../../platform/database/database.js';
import type { ObjectScope } from '../buckets/bucket-rules.js';
import type { ImageVariant } from '../images/image-variants.repository.js';
import { ObjectEntity } from './object.entity.js';
import {
  downloads,
  entriesByName,
  objectsInOrder,
  type DownloadLookup,
  type DownloadRow,
  type EntryRow,
  type Listing,
  type ObjectPosition,
  type ObjectRow,
  type SortColumn,
} from './objects.queries.js';

export type StoredObject = ObjectEntity;
export type { EntryRow, Listing, ObjectPosition, ObjectRow, SortColumn };
/** What an upload or copy decides about the object. */
export type ObjectAttributes = Pick<
  StoredObject,
  'size' | 'mimeType' | 'etag' | 'cacheControl' | 'contentEncoding' | 'robots' | 'userMetadata'
>;

/** Restricts which files of a user are affected. */
export interface OwnedFileLimits {
  changedUntil: Date;
  exceptBucket: string;
}

/** What a download of an object finds. */
export interface FoundDownload {
  isPublic: boolean;
  object: StoredObject | null;
  /** The transformed image that was asked for, if it exists already. */
  variant: Pick<ImageVariant, 'id' | 'mimeType' | 'etag' | 'size'> | null;
}

@Injectable()
export class ObjectsRepository {
  /** Two at a time: while the database works on one, the process sends the files of the other. */
  private readonly downloads = new Batch((lookups: DownloadLookup[]) => this.findDownloads(lookups), 2);

  constructor(private readonly database: Database) {}

  find(bucketId: string, name: string): Promise<StoredObject | null> {
    return this.database.em.findOne(ObjectEntity, { bucketId, name });
  }

  /** Undefined if the bucket doesn't exist. Concurrent lookups are batched into one statement. */
  findForDownload(lookup: DownloadLookup): Promise<FoundDownload | undefined> {
    return this.downloads.load(lookup);
  }

  findMany(bucketId: string, names: readonly string[]): Promise<StoredObject[]> {
    return this.database.em.find(ObjectEntity, { bucketId, name: { $in: [...names] } });
  }

  /** Until the transaction ends, no other one can create, replace, move or delete objects with these names. */
  async lockNames(objects: readonly { bucketId: string; name: string }[]): Promise<void> {
    const keys = objects.map(({ bucketId, name }) => `storage-object:${bucketId}/${name}`);
    for (const key of [...new Set(keys)].sort()) await this.database.lock(key);
  }

  findForUpdate(bucketId: string, name: string): Promise<StoredObject | null> {
    return this.database.em.findOne(
      ObjectEntity,
      { bucketId, name },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
  }

  /** Keeps the object from being replaced, moved or removed until the transaction ends. False if no object has this version. */
  async lockVersion(version: string): Promise<boolean> {
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
    return (await this.database.em.findOne(ObjectEntity, { version }, options)) !== null;
  }

  create(object: StoredObject): StoredObject {
    const { em } = this.database;
    const created = em.create(ObjectEntity, object);
    em.persist(created);
    return created;
  }

  /** Deletes the objects with these names that are in scope, and returns them. */
  async delete(bucketId: string, names: readonly string[], scope: ObjectScope): Promise<StoredObject[]> {
    return this.deleteWhere(
      { $and: [{ bucketId, name: { $in: [...names] } }, inScope(scope)] },
      names.length,
    );
  }

  /** Deletes up to `limit` objects of the bucket that have not changed since this time, and returns them. */
  async deleteBatch(bucketId: string, changedUntil: Date, limit: number): Promise<StoredObject[]> {
    return this.deleteWhere({ bucketId, updatedAt: { $lte: changedUntil } }, limit);
  }

  /** How many objects of the bucket have not changed since this time. */
  countUnchanged(bucketId: string, changedUntil: Date): Promise<number> {
    return this.database.em.count(ObjectEntity, { bucketId, updatedAt: { $lte: changedUntil } });
  }

  /** Objects that the user owns or that are in their folder, ordered by ID, starting after the given one. */
  findOwned(userId: string, after: string | undefined, limit: number): Promise<StoredObject[]> {
    const later = after === undefined ? {} : { id: { $gt: after } };
    return this.database.em.find(
      ObjectEntity,
      { $and: [ofUser(userId), later] },
      { orderBy: { id: 'asc' }, limit },
    );
  }

  /** Deletes up to `limit` objects that the user owns or that are in their folder, and returns them. */
  deleteOwned(userId: string, limit: number, limits?: OwnedFileLimits): Promise<StoredObject[]> {
    const limited: FilterQuery<ObjectEntity> = limits
      ? { updatedAt: { $lte: limits.changedUntil }, bucketId: { $ne: limits.exceptBucket } }
      : {};
    return this.deleteWhere({ $and: [ofUser(userId), limited] }, limit);
  }

  /** Serializes changes of what this user owns. */
  async lockOwner(ownerId: string): Promise<void> {
    await this.database.lock(`storage-owner:${ownerId}`);
  }

  /** Size of all objects of this owner, in bytes. */
  async sumSizesByOwner(ownerId: string): Promise<number> {
    const [row] = await this.database.em
      .createQueryBuilder(ObjectEntity)
      .select(sql`coalesce(sum(size), 0)::text as total`)
      .where({ ownerId })
      .execute<{ total: string }[]>('all', false);
    return Number(row!.total);
  }

  /** How many objects there are, and their size together. */
  async totals(): Promise<{ objects: number; bytes: number }> {
    const [row] = await this.database.em
      .createQueryBuilder(ObjectEntity)
      .select(sql`count(*)::text as objects, coalesce(sum(size), 0)::text as bytes`)
      .execute<{ objects: string; bytes: string }[]>('all', false);
    return { objects: Number(row!.objects), bytes: Number(row!.bytes) };
  }

  /** The keys of the files of objects with these versions. */
  /** Those of these versions that an object has now. */
  async versionsInUse(versions: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.em.find(ObjectEntity, { version: { $in: [...versions] } });
    return new Set(rows.map(({ version }) => version));
  }

  /** In order of IDs, after this one. */
  findAfter(id: string | undefined, limit: number): Promise<StoredObject[]> {
    return this.database.em.find(ObjectEntity, id === undefined ? {} : { id: { $gt: id } }, {
      orderBy: { id: 'asc' },
      limit,
    });
  }

  /** Objects of the bucket in order of their names, after this one. */
  findIn(bucketId: string, after: string | undefined, limit: number): Promise<StoredObject[]> {
    const where = after === undefined ? { bucketId } : { bucketId, name: { $gt: after } };
    return this.database.em.find(ObjectEntity, where, { orderBy: { name: 'asc' }, limit });
  }

  entriesByName(listing: Listing, after: string | undefined, foldersOnly = false): Promise<EntryRow[]> {
    return this.database.query<EntryRow>(entriesByName(listing, after, foldersOnly));
  }

  objectsInOrder(
    listing: Listing,
    sortBy: SortColumn,
    after: ObjectPosition | undefined,
    direct: boolean,
  ): Promise<EntryRow[]> {
    return this.database.query<EntryRow>(objectsInOrder(listing, sortBy, after, direct));
  }

  private async findDownloads(lookups: DownloadLookup[]): Promise<(FoundDownload | undefined)[]> {
    const rows = await this.database.query<DownloadRow & WithOrdinal>(downloads(lookups));
    return inOrder<DownloadRow>(lookups, rows).map((row) => row && toFoundDownload(row));
  }

  /** Locks the rows in order of their names first, so that two deletions can't deadlock. */
  private async deleteWhere(where: FilterQuery<ObjectEntity>, limit: number): Promise<StoredObject[]> {
    const { em } = this.database;
    const rows = await em.find(ObjectEntity, where, {
      orderBy: { bucketId: 'asc', name: 'asc' },
      limit,
      lockMode: LockMode.PESSIMISTIC_WRITE,
      refresh: true,
    });
    if (rows.length > 0) await em.nativeDelete(ObjectEntity, { id: { $in: rows.map(({ id }) => id) } });
    return rows;
  }
}

function toFoundDownload(row: DownloadRow): FoundDownload {
  const { isPublic, variantId, variantMimeType, variantEtag, variantSize, ...object } = row;
  if (object.id === null) return { isPublic, object: null, variant: null };
  const variant =
    variantId === null
      ? null
      : { id: variantId, mimeType: variantMimeType!, etag: variantEtag!, size: Number(variantSize) };
  return { isPublic, object: { ...object, size: Number(object.size) }, variant };
}

const ofUser = (userId: string): FilterQuery<ObjectEntity> =>
  inScope({ all: false, ownerId: userId, folder: userId });

function inScope({ all, ownerId, folder }: ObjectScope): FilterQuery<ObjectEntity> {
  if (all) return {};
  const allowed: FilterQuery<ObjectEntity>[] = [];
  if (ownerId !== null) allowed.push({ ownerId });
  // '0' follows '/' in byte order.
  if (folder !== null) allowed.push({ name: folder }, { name: { $gte: `${folder}/`, $lt: `${folder}0` } });
  return allowed.length > 0 ? { $or: allowed } : { id: { $in: [] } };
}
