import { Metadata } from '@tus/server';
import type { Request } from 'express';
import { InvalidParameterError, MissingParameterError } from '../../core/storage-errors.js';
import { toAttributes, toCacheControl } from '../../objects/http/upload-request.js';
import type { UploadPlan } from '../create-upload.js';

/** What the first request says about the upload, in the headers of the TUS protocol and the metadata that storage clients send. */
export function readUploadPlan(request: Request): UploadPlan {
  const metadata = parseMetadata(request.get('upload-metadata'));
  const text = (name: string) => metadata[name] ?? undefined;
  const required = (name: string) => {
    const value = text(name);
    if (!value) throw new MissingParameterError(`${name} in Upload-Metadata`);
    return value;
  };
  return {
    target: { bucketId: required('bucketName'), name: required('objectName') },
    size: parseSize(request.get('upload-length')),
    attributes: toAttributes(
      {
        mimeType: text('contentType') ?? 'application/octet-stream',
        cacheControl: toCacheControl(text('cacheControl')),
        contentEncoding: text('contentEncoding'),
        metadata: text('metadata'),
      },
      request.get('x-robots-tag'),
    ),
  };
}

function parseMetadata(header: string | undefined): Record<string, string | null> {
  if (!header) throw new MissingParameterError('Upload-Metadata');
  let metadata: Record<string, string | null>;
  try {
    metadata = Metadata.parse(header);
  } catch {
    throw new InvalidParameterError('Upload-Metadata must be pairs of a key and a value in base64');
  }
  for (const [name, value] of Object.entries(metadata))
    if (value?.includes('\0') || value?.includes('\ufffd'))
      throw new InvalidParameterError(`${name} in Upload-Metadata must be text in UTF-8`);
  return metadata;
}

function parseSize(header: string | undefined): number | null {
  if (header === undefined) return null;
  const size = Number(header);
  if (!/^\d+$/.test(header) || !Number.isSafeInteger(size))
    throw new InvalidParameterError('Upload-Length must be a number of bytes');
  return size;
}
