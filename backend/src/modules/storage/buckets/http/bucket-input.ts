import { parseByteSize } from '../../core/byte-sizes.js';
import { isMimeTypePattern } from '../../core/mime-types.js';
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
import { ACTIONS, GRANTEES, type BucketRules, type Grantee } from '../bucket-rules.js';
import type { BucketOptions, BucketQuery } from '../manage-buckets.js';

const MAX_MIME_TYPES = 100;
const MAX_PAGE = 1000;
const MAX_OFFSET = 1_000_000;
const SORT_COLUMNS = ['id', 'name', 'created_at', 'updated_at'] as const;

export function bucketQuery(query: StorageInput): BucketQuery {
  const column = choice(query, 'sortColumn', SORT_COLUMNS, 'id');
  return {
    search: optionalText(query, 'search') || undefined,
    sortBy: ({ id: 'id', name: 'id', created_at: 'createdAt', updated_at: 'updatedAt' } as const)[column],
    order: choice(query, 'sortOrder', ['asc', 'desc'], 'asc'),
    limit: optionalInteger(query, 'limit', { min: 1, max: MAX_PAGE }) ?? MAX_PAGE,
    offset: optionalInteger(query, 'offset', { min: 0, max: MAX_OFFSET }) ?? 0,
  };
}

export function newBucket(body: unknown): { id: string; options: BucketOptions } {
  const input = readFields(body);
  const id = optionalText(input, 'id') ?? requiredText(input, 'name');
  const name = optionalText(input, 'name') ?? id;
  if (name !== id) throw new InvalidParameterError('name must be the same as id');
  if ((optionalText(input, 'type') ?? 'STANDARD') !== 'STANDARD')
    throw new NotSupportedError('type must be STANDARD');
  const { public: isPublic = false, fileSizeLimit = null, allowedMimeTypes = null } = bucketOptions(input);
  return { id, options: { public: isPublic, fileSizeLimit, allowedMimeTypes } };
}

/** Absent options are left out; null clears a limit. */
export function bucketOptions(body: unknown): Partial<BucketOptions> {
  const input = readFields(body);
  const { file_size_limit: size, allowed_mime_types: types } = input;
  if ((optionalText(input, 'versioning_status') ?? 'DISABLED') !== 'DISABLED')
    throw new NotSupportedError('Versioning of objects is not supported');
  return {
    ...(optionalFlag(input, 'public') === undefined ? {} : { public: optionalFlag(input, 'public')! }),
    ...(size === undefined ? {} : { fileSizeLimit: size === null ? null : byteSize(size) }),
    ...(types === undefined ? {} : { allowedMimeTypes: types === null ? null : mimeTypes(input) }),
  };
}

export function bucketRules(body: unknown): BucketRules {
  const input = readFields(body);
  const readGrantees = (action: string): Grantee[] => {
    const grantees = textList(input, action, GRANTEES.length);
    const unknown = grantees.find((grantee) => !GRANTEES.includes(grantee as Grantee));
    if (unknown !== undefined)
      throw new InvalidParameterError(`${action} must be a list of ${GRANTEES.join(', ')}`);
    return grantees as Grantee[];
  };
  const [read, list, write, remove] = ACTIONS.map(readGrantees);
  return { read: read!, list: list!, write: write!, remove: remove! };
}

function byteSize(size: unknown): number {
  const bytes = parseByteSize(size);
  if (bytes === undefined || bytes === 0)
    throw new InvalidParameterError('file_size_limit must be a number of bytes, or text such as 20mb');
  return bytes;
}

function mimeTypes(input: StorageInput): string[] {
  const types = textList(input, 'allowed_mime_types', MAX_MIME_TYPES);
  if (!types.every(isMimeTypePattern))
    throw new InvalidParameterError('allowed_mime_types must be media types such as image/png or image/*');
  return types;
}
