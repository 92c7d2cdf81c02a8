import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiParam, ApiProperty, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { jsonError } from '../../../platform/http/documentation.js';

/** Body of error responses. */
class StorageErrorDocument {
  @ApiProperty({ example: '404', description: 'The actual status: most errors have the HTTP status 400.' })
  statusCode: string;
  @ApiProperty({ example: 'not_found' })
  error: string;
  @ApiProperty({ example: 'NoSuchKey', description: 'Stable; use it to handle errors in code.' })
  code: string;
  @ApiProperty({ example: 'Object not found' })
  message: string;
  @ApiProperty({
    required: false,
    type: Object,
    additionalProperties: true,
    description: 'What to fix, for example the `rule` that would allow the action.',
  })
  details?: Record<string, unknown>;
}

const COMMON_CODES = ['AccessDenied', 'EntityTooLarge', 'InvalidParameter', 'InvalidRequest'];
const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' as const } },
};

/** Documents the errors of a route: its codes with HTTP status 400, other statuses if any, and those common to all routes. */
export function StorageErrors(
  codes: readonly string[] = [],
  otherStatuses: Readonly<Record<number, readonly string[]>> = {},
): MethodDecorator {
  const byStatus: [number, readonly string[]][] = [
    [400, [...codes, ...COMMON_CODES]],
    ...Object.entries(otherStatuses).map(([status, list]): [number, readonly string[]] => [
      Number(status),
      list,
    ]),
    [429, ['SlowDown']],
    [500, ['InternalError']],
    [503, ['SlowDown', 'S3Error']],
    [507, ['InsufficientStorage']],
    [544, ['DatabaseTimeout']],
  ];
  return applyDecorators(
    ApiExtraModels(StorageErrorDocument),
    ...byStatus.map(([status, list]) =>
      ApiResponse({
        status,
        ...jsonError(list, {
          allOf: [
            { $ref: getSchemaPath(StorageErrorDocument) },
            { type: 'object', properties: { code: { type: 'string', enum: [...list] } } },
          ],
        }),
        ...([429, 503, 544].includes(status) ? { headers: RETRY_AFTER } : {}),
      }),
    ),
  );
}

export const BucketParam = (): MethodDecorator =>
  ApiParam({ name: 'bucket', schema: { type: 'string', maxLength: 100, example: 'avatars' } });

/** The object's name, which may contain slashes. */
export const PathParam = (): MethodDecorator =>
  ApiParam({
    name: 'path',
    description: 'Name of the object. May contain slashes.',
    schema: { type: 'string', maxLength: 840, example: 'folder/photo.png' },
  });
