import { Injectable } from '@nestjs/common';
import type { StorageCaller } from '../buckets/access-policy.js';
import { BucketAccess } from '../buckets/bucket-access.js';
import { InvalidParameterError } from '../core/storage-errors.js';
import {
  ObjectsRepository,
  type EntryRow,
  type Listing,
  type ObjectPosition,
  type ObjectRow,
  type SortColumn,
} from './objects.repository.js';

export type { EntryRow, ObjectRow, SortColumn };

export type Order = 'asc' | 'desc';

export interface FolderRequest {
  /** Empty for the root; otherwise ends with a slash. */
  folder: string;
  search: string;
  sortBy: SortColumn;
  order: Order;
  limit: number;
  offset: number;
}

export interface PageRequest {
  prefix: string;
  /** Groups names below the next slash into folders. */
  delimiter: boolean;
  sortBy: SortColumn;
  order: Order;
  limit: number;
  cursor: string | undefined;
}

export interface Page {
  entries: EntryRow[];
  nextCursor: string | undefined;
  nextCursorKey: string | undefined;
}

/** Where a page starts, and in which order the list is. Opaque to clients. */
interface Cursor {
  sortBy: SortColumn;
  order: Order;
  name: string;
  time?: string;
}

/** Lists the objects of a bucket that the caller may list. */
@Injectable()
export class ListObjects {
  constructor(
    private readonly access: BucketAccess,
    private readonly objects: ObjectsRepository,
  ) {}

  /** The contents of one folder. Sorted by time, folders come first, because they have none. */
  async listFolder(bucketId: string, caller: StorageCaller, request: FolderRequest): Promise<EntryRow[]> {
    const { folder, search, sortBy, order, limit, offset } = request;
    const scope = await this.getScope(bucketId, caller);
    const listing = { bucketId, prefix: folder, search, scope, descending: order === 'desc', limit, offset };
    if (sortBy === 'name') return this.objects.entriesByName(listing, undefined);
    const allFolders = { ...listing, descending: false, limit: limit + offset, offset: 0 };
    const folders = await this.objects.entriesByName(allFolders, undefined, true);
    const rest = {
      ...listing,
      limit: limit - folders.slice(offset).length,
      offset: Math.max(0, offset - folders.length),
    };
    const objects = rest.limit > 0 ? await this.objects.objectsInOrder(rest, sortBy, undefined, true) : [];
    return [...folders.slice(offset), ...objects];
  }

  /** One page of a prefix. */
  async listPage(bucketId: string, caller: StorageCaller, request: PageRequest): Promise<Page> {
    const scope = await this.getScope(bucketId, caller);
    const after = request.cursor === undefined ? undefined : parseCursor(request.cursor);
    const { sortBy, order } = after ?? request;
    const listing: Listing = {
      bucketId,
      prefix: request.prefix,
      search: '',
      scope,
      descending: order === 'desc',
      // One more shows whether another page follows.
      limit: request.limit + 1,
      offset: 0,
    };
    const found = await this.findPage(listing, sortBy, after, request.delimiter);
    const entries = found.slice(0, request.limit);
    const last = found.length > request.limit ? entries.at(-1) : undefined;
    if (!last) return { entries, nextCursor: undefined, nextCursorKey: undefined };
    const time = last.isFolder || sortBy === 'name' ? {} : { time: getTime(last, sortBy).toISOString() };
    const cursor: Cursor = { sortBy, order, name: last.name, ...time };
    return {
      entries,
      nextCursor: Buffer.from(JSON.stringify(cursor)).toString('base64url'),
      nextCursorKey: last.name,
    };
  }

  private async findPage(
    listing: Listing,
    sortBy: SortColumn,
    after: Cursor | undefined,
    delimiter: boolean,
  ): Promise<EntryRow[]> {
    if (sortBy === 'name') {
      return delimiter
        ? this.objects.entriesByName(listing, after?.name)
        : this.objects.objectsInOrder(listing, sortBy, after && { name: after.name }, false);
    }
    const position: ObjectPosition | undefined =
      after?.time === undefined ? undefined : { name: after.name, time: new Date(after.time) };
    if (!delimiter) return this.objects.objectsInOrder(listing, sortBy, position, false);
    const folders = position
      ? []
      : await this.objects.entriesByName({ ...listing, descending: false }, after?.name, true);
    const rest = { ...listing, limit: listing.limit - folders.length };
    const objects = rest.limit > 0 ? await this.objects.objectsInOrder(rest, sortBy, position, true) : [];
    return [...folders, ...objects];
  }

  private async getScope(bucketId: string, caller: StorageCaller) {
    const { policy } = await this.access.openFor('list', bucketId, caller);
    return policy.getScope('list');
  }
}

function getTime(row: ObjectRow, sortBy: Exclude<SortColumn, 'name'>): Date {
  return sortBy === 'createdAt' ? row.createdAt : row.updatedAt;
}

function parseCursor(text: string): Cursor {
  try {
    const cursor = JSON.parse(Buffer.from(text, 'base64url').toString()) as Cursor;
    const { sortBy, order, name, time } = cursor;
    const isValid =
      ['name', 'createdAt', 'updatedAt'].includes(sortBy) &&
      ['asc', 'desc'].includes(order) &&
      typeof name === 'string' &&
      !name.includes('\0') &&
      name.isWellFormed() &&
      (time === undefined || (typeof time === 'string' && !Number.isNaN(Date.parse(time))));
    if (isValid) return cursor;
  } catch {
    // Not JSON.
  }
  throw new InvalidParameterError('cursor must be the nextCursor of an earlier page');
}
