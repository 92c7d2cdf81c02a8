import { readCacheControl } from '../../core/cache-control.js';
import { InvalidParameterError, NotSupportedError } from '../../core/storage-errors.js';
import {
  choice,
  readFields,
  optionalFlag,
  optionalInteger,
  optionalText,
  requiredText,
  textList,
  type StorageInput,
} from '../../protocol/storage-input.js';
import { checkedCacheControl, checkedEncoding, checkedMimeType } from './upload-request.js';
import type { CopyOverrides, ObjectAddress } from '../copy-object.js';
import type { FolderRequest, Order, PageRequest, SortColumn } from '../list-objects.js';

const MAX_FOLDER_ENTRIES = 10_000;
const MAX_OFFSET = 10_000_000;
const MAX_PAGE = 1000;
const MAX_CURSOR_LENGTH = 4096;
const MAX_REMOVED = 1000;
const SORT_COLUMNS: Record<string, SortColumn> = {
  name: 'name',
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  last_accessed_at: 'updatedAt',
};

export function folderRequest(body: unknown): FolderRequest {
  const input = readFields(body);
  const folder = (optionalText(input, 'prefix') ?? '').replace(/^\/+|\/+$/g, '');
  return {
    folder: folder === '' ? '' : `${folder}/`,
    search: optionalText(input, 'search') ?? '',
    ...readSort(input),
    limit: optionalInteger(input, 'limit', { min: 1, max: MAX_FOLDER_ENTRIES }) ?? 100,
    offset: optionalInteger(input, 'offset', { min: 0, max: MAX_OFFSET }) ?? 0,
  };
}

export function pageRequest(body: unknown): PageRequest {
  const input = readFields(body);
  return {
    prefix: (optionalText(input, 'prefix') ?? '').replace(/^\/+/, ''),
    delimiter: optionalFlag(input, 'with_delimiter') ?? false,
    ...readSort(input),
    limit: optionalInteger(input, 'limit', { min: 1, max: MAX_PAGE }) ?? MAX_PAGE,
    cursor: optionalText(input, 'cursor', MAX_CURSOR_LENGTH) || undefined,
  };
}

function readSort(input: StorageInput): { sortBy: SortColumn; order: Order } {
  const sort = readFields(input.sortBy);
  const column = choice(sort, 'column', Object.keys(SORT_COLUMNS), 'name');
  return { sortBy: SORT_COLUMNS[column]!, order: choice(sort, 'order', ['asc', 'desc'], 'asc') };
}

/** Source and destination of a move or copy. */
export function transfer(body: unknown): { from: ObjectAddress; to: ObjectAddress } {
  const input = readFields(body);
  if (input.sourceVersionId != null) throw new NotSupportedError('Versioning of objects is not supported');
  const bucketId = requiredText(input, 'bucketId');
  return {
    from: { bucketId, name: requiredText(input, 'sourceKey') },
    to: {
      bucketId: optionalText(input, 'destinationBucket') || bucketId,
      name: requiredText(input, 'destinationKey'),
    },
  };
}

/** Clients send an object instead of a name to remove an older version. */
export function removedNames(body: unknown): string[] {
  const input = readFields(body);
  const entries: unknown[] = Array.isArray(input.prefixes) ? input.prefixes : [];
  for (const entry of entries) if (typeof entry === 'object') assertCurrentVersion(readFields(entry));
  return textList(input, 'prefixes', MAX_REMOVED);
}

/** Metadata of a copy that differs from the source's. An empty `contentEncoding` clears it. */
export function copyOverrides(body: unknown): CopyOverrides {
  const input = readFields(body);
  if (optionalFlag(input, 'copyMetadata') ?? true) return {};
  const metadata = readFields(input.metadata);
  const mimeType = optionalText(metadata, 'mimetype', 255);
  const cacheControl = readCacheControl(optionalText(metadata, 'cacheControl', 255));
  const contentEncoding = optionalText(metadata, 'contentEncoding', 255);
  return {
    ...(mimeType === undefined ? {} : { mimeType: checkedMimeType(mimeType) }),
    ...(cacheControl === undefined ? {} : { cacheControl: checkedCacheControl(cacheControl) }),
    ...(contentEncoding === undefined ? {} : { contentEncoding: checkedEncoding(contentEncoding) }),
    userMetadata: {},
  };
}

const MAX_EXPIRY_SECONDS = 315_360_000;

export function expiresIn(body: unknown): number {
  const seconds = optionalInteger(readFields(body), 'expiresIn', { min: 1, max: MAX_EXPIRY_SECONDS });
  if (seconds === undefined) throw new InvalidParameterError('expiresIn must be a number of seconds');
  return seconds;
}

/** Throws if the client asks for an older version of an object. */
export function assertCurrentVersion(input: StorageInput): void {
  if (input.versionId != null) throw new NotSupportedError('Versioning of objects is not supported');
}
