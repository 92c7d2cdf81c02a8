import busboy from 'busboy';
import type { Request } from 'express';
import type { Readable } from 'node:stream';
import { bodyError } from '../../../../platform/http/storable-text.js';
import { mediaTypeOf } from '../../core/mime-types.js';
import {
  InvalidMimeTypeError,
  InvalidParameterError,
  StorageError,
  UploadAbortedError,
} from '../../core/storage-errors.js';
import type { Upload } from '../store-object.js';

const MAX_HEADER_LENGTH = 255;
const MAX_METADATA_LENGTH = 64 * 1024;
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
  const isForm = request.is('multipart/form-data');
  const { bytes, ...described } = isForm ? await readForm(request) : readRawBody(request);
  const length = request.get('content-length');
  return {
    bytes,
    declaredSize: isForm || length === undefined ? undefined : Number(length),
    attributes: toAttributes(described, request.get('x-robots-tag')),
  };
}

/** Throws `InvalidParameter` or `InvalidMimeType`. */
export function toAttributes(described: DescribedFile, robots: string | undefined): Upload['attributes'] {
  return {
    mimeType: checkedMimeType(described.mimeType),
    cacheControl: checkedHeader('cache-control', described.cacheControl || 'no-cache'),
    contentEncoding: checkedEncoding(described.contentEncoding),
    robots: checkedHeader('x-robots-tag', robots ?? '') || null,
    userMetadata: parseUserMetadata(described.metadata),
  };
}

function readRawBody(request: Request): DescribedFile & { bytes: Readable } {
  const metadata = request.get('x-metadata');
  return {
    mimeType: request.get('content-type') ?? 'application/octet-stream',
    cacheControl: request.get('cache-control'),
    contentEncoding: request.get('content-encoding'),
    metadata: metadata && Buffer.from(metadata, 'base64').toString(),
    bytes: request,
  };
}

/** The first file of a form, with the fields before it. */
function readForm(request: Request): Promise<DescribedFile & { bytes: Readable }> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>();
    const form = createParser(request);
    const stop = (error: unknown) => {
      request.unpipe(form);
      reject(error);
    };
    form.on('field', (name, value, { valueTruncated }) => {
      if (valueTruncated) stop(new InvalidParameterError(`${name} is too long`));
      fields.set(name, value);
    });
    form.on('file', (_name, file: Readable, { mimeType }) => {
      file.once('close', () => request.unpipe(form));
      // The reader sees the error too, but may start reading only later.
      file.on('error', () => undefined);
      resolve({
        mimeType: fields.get('contentType') ?? mimeType,
        cacheControl: toCacheControl(fields.get('cacheControl')),
        contentEncoding: fields.get('contentEncoding'),
        metadata: fields.get('metadata'),
        bytes: file,
      });
    });
    form.on('error', (error) => stop(invalidForm(error)));
    form.on('close', () => reject(invalidForm()));
    request.once('error', (error) => form.destroy(new UploadAbortedError(error)));
    request.pipe(form);
  });
}

function createParser({ headers }: Request): busboy.Busboy {
  try {
    return busboy({ headers, limits: { files: 1, fields: 20, parts: 21, fieldSize: MAX_METADATA_LENGTH } });
  } catch (error) {
    throw invalidForm(error);
  }
}

function invalidForm(cause?: unknown): StorageError {
  return new StorageError(
    'malformed',
    'InvalidRequest',
    'invalid_request',
    'The form must contain a file, and end with its boundary',
    { cause },
  );
}

/** Forms have the number of seconds, headers the whole directive. */
export function toCacheControl(value: string | undefined): string | undefined {
  return value && /^\d+$/.test(value) ? `max-age=${value}` : value;
}

function checkedMimeType(mimeType: string): string {
  if (!PRINTABLE.test(mimeType) || mediaTypeOf(mimeType) === undefined)
    throw new InvalidMimeTypeError(mimeType);
  return mimeType;
}

function checkedHeader(name: string, value: string): string {
  if (PRINTABLE.test(value) && value.length <= MAX_HEADER_LENGTH) return value;
  throw new InvalidParameterError(`${name} must be at most ${MAX_HEADER_LENGTH} printable ASCII characters`);
}

function checkedEncoding(encoding: string | undefined): string | null {
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
