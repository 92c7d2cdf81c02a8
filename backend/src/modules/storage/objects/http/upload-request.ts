import type { Request } from 'express';
import { bodyError } from '../../../../platform/http/storable-text.js';
import { cacheControlProblem, readCacheControl } from '../../core/cache-control.js';
import { parseMediaType } from '../../core/mime-types.js';
import { InvalidMimeTypeError, InvalidParameterError } from '../../core/storage-errors.js';
import type { Upload } from '../store-object.js';
import { readForm, type FormFields } from './read-form.js';

const MAX_HEADER_LENGTH = 255;
const ENCODINGS = ['br', 'deflate', 'gzip', 'zstd'];
const PRINTABLE = /^[\x20-\x7e]*$/;

/** The file's attributes as declared by the client. */
export interface DescribedFile {
  mimeType: string;
  cacheControl: string | undefined;
  contentEncoding: string | undefined;
  /** JSON. */
  metadata: string | undefined;
}

/** Reads what a client says about the file it uploads, and its bytes as a stream: the body itself, or a part of a form. */
export async function readUpload(request: Request): Promise<Upload> {
  if (request.is('multipart/form-data')) return readFormFile(request);
  const attributes = toAttributes(readHeaders(request), request.get('x-robots-tag'));
  const length = request.get('content-length');
  return {
    bytes: request,
    declaredSize: length === undefined ? undefined : Number(length),
    attributes,
    finalAttributes: () => Promise.resolve(attributes),
  };
}

/** Throws `InvalidParameter` or `InvalidMimeType`. */
export function toAttributes(described: DescribedFile, robots: string | undefined): Upload['attributes'] {
  return {
    mimeType: checkedMimeType(described.mimeType),
    cacheControl: checkedCacheControl(readCacheControl(described.cacheControl) ?? 'no-cache'),
    contentEncoding: checkedEncoding(described.contentEncoding),
    robots: checkedHeader('x-robots-tag', isUnset(robots) ? '' : robots) || null,
    userMetadata: parseUserMetadata(described.metadata),
  };
}

function readHeaders(request: Request): DescribedFile {
  const metadata = request.get('x-metadata');
  return {
    mimeType: request.get('content-type') ?? 'application/octet-stream',
    cacheControl: request.get('cache-control'),
    contentEncoding: request.get('content-encoding'),
    metadata: metadata && Buffer.from(metadata, 'base64').toString(),
  };
}

/** Fields after the file count, too, once it has been read. */
async function readFormFile(request: Request): Promise<Upload> {
  const { file, contentType, fields, allFields } = await readForm(request);
  const robots = request.get('x-robots-tag');
  const describe = (all: FormFields) =>
    toAttributes(
      {
        mimeType: all.get('contentType') || contentType,
        cacheControl: toCacheControl(all.get('cacheControl')),
        contentEncoding: all.get('contentEncoding'),
        metadata: all.get('metadata') ?? all.get('userMetadata'),
      },
      robots,
    );
  return {
    bytes: file,
    declaredSize: undefined,
    attributes: describe(fields),
    finalAttributes: async () => describe(await allFields()),
  };
}

/** Forms have the number of seconds, headers the whole directive. */
export function toCacheControl(value: string | undefined): string | undefined {
  return value && /^\d+$/.test(value) ? `max-age=${value}` : value;
}

/** Throws `InvalidMimeType`. */
export function checkedMimeType(mimeType: string): string {
  if (!PRINTABLE.test(mimeType) || parseMediaType(mimeType) === undefined)
    throw new InvalidMimeTypeError(mimeType);
  return mimeType;
}

/** Some JavaScript clients send these words for a header that is not set. */
function isUnset(value: string | undefined): value is undefined {
  return value === undefined || value === 'undefined' || value === 'null';
}

/** Throws `InvalidParameter`. */
export function checkedCacheControl(value: string): string {
  const problem = cacheControlProblem(value);
  if (problem) throw new InvalidParameterError(`cacheControl ${problem}`);
  return checkedHeader('cacheControl', value);
}

function checkedHeader(name: string, value: string): string {
  if (PRINTABLE.test(value) && value.length <= MAX_HEADER_LENGTH) return value;
  throw new InvalidParameterError(`${name} must be at most ${MAX_HEADER_LENGTH} printable ASCII characters`);
}

/** Null if the bytes are sent as they are. Throws `InvalidParameter`. */
export function checkedEncoding(encoding: string | undefined): string | null {
  const name = encoding?.trim().toLowerCase();
  if (!name || name === 'identity') return null;
  if (!ENCODINGS.includes(name))
    throw new InvalidParameterError(`content-encoding must be one of ${ENCODINGS.join(', ')}`);
  return name;
}

/** Throws `InvalidParameter`. */
export function parseUserMetadata(json: string | undefined): Record<string, unknown> {
  if (!json) return {};
  let metadata: unknown;
  try {
    metadata = JSON.parse(json);
  } catch {
    throw new InvalidParameterError('metadata must be JSON');
  }
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata))
    throw new InvalidParameterError('metadata must be a JSON object');
  const problem = bodyError(metadata);
  if (problem) throw new InvalidParameterError(`metadata: ${problem.message}`);
  return metadata as Record<string, unknown>;
}
