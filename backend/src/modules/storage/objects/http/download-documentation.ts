import { applyDecorators } from '@nestjs/common';
import { ApiProduces, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { BucketParam, PathParam } from '../../protocol/storage-documentation.js';

const BYTES = { schema: { type: 'string' as const, format: 'binary' } };

/** Documents a route that sends a file. */
export const FileResponse = () =>
  applyDecorators(
    BucketParam(),
    PathParam(),
    ApiProduces('*/*'),
    ApiQuery({
      name: 'download',
      required: false,
      schema: { type: 'string', maxLength: 1024, example: 'photo.png' },
      description: 'Serves the file as a download, under this name unless empty.',
    }),
    ApiResponse({ status: 200, description: 'The file.', content: { '*/*': BYTES } }),
    ApiResponse({ status: 206, description: 'The requested range of the file.', content: { '*/*': BYTES } }),
    ApiResponse({ status: 304, description: 'The client has the current version.' }),
  );

/** The token of a signed URL. */
export const TokenQuery = () =>
  ApiQuery({ name: 'token', required: true, schema: { type: 'string', example: 'eyJhbGciOiJIUzI1NiJ9…' } });

export const READ_ERRORS = ['NoSuchBucket', 'NoSuchKey', 'InvalidKey', 'NotSupported'];
export const BAD_RANGE = { 416: ['InvalidRange'] };
export const TOKEN_ERRORS = ['InvalidJWT', 'InvalidSignature', 'ExpiredToken'];
