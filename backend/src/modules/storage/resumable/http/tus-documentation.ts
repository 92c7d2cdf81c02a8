import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiParam, ApiResponse } from '@nestjs/swagger';
import { StorageErrors } from '../../protocol/storage-documentation.js';

const integer = { type: 'integer' as const };
const text = { type: 'string' as const };
const SCHEMAS = {
  'Upload-Offset': { ...integer, minimum: 0, maximum: 5e12, example: 0 },
  'Upload-Length': { ...integer, minimum: 0, maximum: 5e12, example: 5_000_000 },
  'Upload-Metadata': { ...text, example: 'bucketName Zg==,objectName Zm9v', maxLength: 8192 },
  'Tus-Resumable': { ...text, example: '1.0.0' },
  'x-upsert': { ...text, enum: ['true', 'false'] },
  'x-signature': { ...text, example: 'eyJhbGciOiJIUzI1NiJ9…' },
};
type HeaderName = keyof typeof SCHEMAS;

/** Documents request headers. */
export const TusHeaders = (...names: HeaderName[]): MethodDecorator =>
  applyDecorators(
    ...(['Tus-Resumable', ...names] as const).map((name) =>
      ApiHeader({ name, required: false, schema: { ...SCHEMAS[name] } }),
    ),
  );

export const UploadIdParam = (): MethodDecorator =>
  ApiParam({ name: 'id', schema: { ...text, format: 'uuid' }, description: 'ID of the upload.' });

/** Documents a response without a body. */
export const TusResponse = (status: number, description: string, ...headers: (HeaderName | 'Location')[]) =>
  ApiResponse({
    status,
    description,
    headers: Object.fromEntries(
      headers.map((name) => [name, { schema: name === 'Location' ? text : { ...SCHEMAS[name] } }]),
    ),
  });

/** Errors have their actual status here. */
export const TusErrors = (): MethodDecorator =>
  StorageErrors(
    ['InvalidKey', 'MissingParameter', 'InvalidJWT', 'InvalidSignature', 'ExpiredToken', 'TusError'],
    {
      403: ['AccessDenied', 'TusError'],
      404: ['NoSuchBucket', 'NoSuchUpload', 'NotSupported'],
      409: ['ResourceAlreadyExists', 'TusError'],
      410: ['NoSuchUpload'],
      412: ['TusError'],
      413: ['EntityTooLarge'],
      415: ['InvalidMimeType'],
      423: ['ResourceLocked'],
      501: ['TusError'],
    },
  );
