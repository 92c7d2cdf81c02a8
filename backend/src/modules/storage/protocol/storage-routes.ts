import {
  applyDecorators,
  Controller,
  createParamDecorator,
  UseFilters,
  UseGuards,
  type ExceptionFilter,
  type ExecutionContext,
  type Type,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { STORAGE_PATH } from '@subscription-site/shared/paths';
import type { Request } from 'express';
import { PublicRoute } from '../../../platform/security/access.js';
import { LimitPerIp } from '../../../platform/security/rate-limit.guard.js';
import type { Limit } from '../../../platform/security/rate-limits.js';
import { SkipAccessGuard } from '../../auth/index.js';
import { InvalidKeyError } from '../core/storage-errors.js';
import { StorageCallerGuard } from './storage-caller.guard.js';
import { StorageErrorFilter } from './storage-error.filter.js';

const READS: Limit = { name: 'storage:read', points: 6000, seconds: 60 };
const WRITES: Limit = { name: 'storage:write', points: 1200, seconds: 60 };

/** Marks a controller of the storage protocol, which has its own path, error format, limits and authentication. */
export function StorageController(filter: Type<ExceptionFilter> = StorageErrorFilter): ClassDecorator {
  return applyDecorators(
    Controller('storage/v1'),
    ApiTags('Storage'),
    PublicRoute(),
    SkipAccessGuard(),
    LimitPerIp(({ method }) => (method === 'GET' || method === 'HEAD' ? READS : WRITES)),
    UseGuards(StorageCallerGuard),
    UseFilters(filter),
  );
}

/**
 * Injects the name of the object: the wildcard `*path`, decoded. Clients such as `storage-js` don't encode a question mark in a name, so
 * that the rest of the name is taken for a parameter without a value, or for an empty query. Writes are rejected then, rather than made
 * to an object of another name.
 */
export const ObjectName = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<Request>();
  const name = decodeQuestionMarks((request.params as unknown as { path: string[] }).path.join('/'));
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isCutOff =
    request.originalUrl.endsWith('?') ||
    Object.entries(request.query).some(([parameter, value]) => value === '' && parameter !== 'token');
  if (isCutOff && !isRead)
    throw new InvalidKeyError(
      name + request.originalUrl.slice(request.originalUrl.indexOf('?')),
      NOT_ENCODED,
    );
  return name;
});

/** Injects the bucket of a signed URL. */
export const SignedBucket = createParamDecorator((_: unknown, context: ExecutionContext) =>
  decodeQuestionMarks(String(context.switchToHttp().getRequest<Request>().params.bucket)),
);

const NOT_ENCODED = 'contains the character ? (U+003F), which must be sent as %3F';

/** A bucket or object in the URL that a client gets, which `storage-js` passes to `encodeURI`: it leaves question marks as they are. */
export function encodeQuestionMarks(text: string): string {
  return text.replaceAll('?', '%3F');
}

/** Includes those that a client has encoded twice. Names of buckets and objects have no percent sign. */
function decodeQuestionMarks(text: string): string {
  return text.replaceAll(/%3f/gi, '?');
}

const OBJECTS = `${STORAGE_PATH}/object/`;
/** Resumable uploads, by the TUS protocol. */
export const RESUMABLE_UPLOADS = `${STORAGE_PATH}/upload/resumable`;
/** Requests below `/object` with a JSON body; all other bodies there are files. */
const JSON_ROUTE = /^(list|list-v2|sign|upload\/sign)\/|^(move|copy)\/?$/;

/** True if the body is a file: the route reads it as a stream, however large it is. */
export function isFileUpload({ method, originalUrl }: Pick<Request, 'method' | 'originalUrl'>): boolean {
  const path = originalUrl.split('?', 1)[0]!;
  if (isResumableUpload({ originalUrl })) return true;
  if (!path.startsWith(OBJECTS)) return false;
  return method === 'PUT' || (method === 'POST' && !JSON_ROUTE.test(path.slice(OBJECTS.length)));
}

/** True for requests of the TUS protocol. */
export function isResumableUpload({ originalUrl }: Pick<Request, 'originalUrl'>): boolean {
  return `${originalUrl.split('?', 1)[0]}/`.startsWith(`${RESUMABLE_UPLOADS}/`);
}
