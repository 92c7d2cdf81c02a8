import { LockMode, sql, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { ObjectScope } from '../buckets/bucket-rules.js';
import { versionKey } from '../core/version-keys.js';
import { ObjectEntity } from './object.entity.js';
import {
  download,
  entriesByName,
  objectsInOrder,
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

@Injectable()
export class ObjectsRepository {
  constructor(private readonly database: Database) {}

  find(bucketId: string, name: string): Promise<StoredObject | null> {
    return this.database.em.findOne(ObjectEntity, { bucketId, name });
  }

  /** Whether the bucket is public, and its object if there is one. Undefined if the bucket doesn't exist. */
  async findForDownload(
    bucketId: string,
    name: string,
  ): Promise<{ isPublic: boolean; object: StoredObject | null } | undefined> {
    const [row] = await this.database.query<DownloadRow>(download(bucketId, name));
    if (!row) return undefined;
    const { isPublic, ...object } = row;
    return { isPublic, object: object.id === null ? null : { ...object, size: Number(object.size) } };
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

  /** Serializes changes of what this user owns. */
  async lockOwner(ownerId: string): Promise<void> {
    await this.database.lock(`storage-owner:${ownerId}`);
  }

  /** Size of all objects of this owner, in bytes. */
  async totalSizeOf(ownerId: string): Promise<number> {
    const [row] = await this.database.em
      .createQueryBuilder(ObjectEntity)
      .select(sql`coalesce(sum(size), 0)::text as total`)
      .where({ ownerId })
      .execute<{ total: string }[]>('all', false);
    return Number(row!.total);
  }

  /** The keys of the files of objects with these versions. */
  async keysInUse(versions: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.em.find(ObjectEntity, { version: { $in: [...versions] } });
    return new Set(rows.map(versionKey));
  }

  /** In order of IDs, after this one. */
  findAfter(id: string | undefined, limit: number): Promise<StoredObject[]> {
    return this.database.em.find(ObjectEntity, id === undefined ? {} : { id: { $gt: id } }, {
      orderBy: { id: 'asc' },
      limit,
    });
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

function inScope({ all, ownerId, folder }: ObjectScope): FilterQuery<ObjectEntity> {
  if (all) return {};
  const allowed: FilterQuery<ObjectEntity>[] = [];
  if (ownerId !== null) allowed.push({ ownerId });
  // '0' follows '/' in byte order.
  if (folder !== null) allowed.push({ name: folder }, { name: { $gte: `${folder}/`, $lt: `${folder}0` } });
  return allowed.length > 0 ? { $or: allowed } : { id: { $in: [] } };
}
