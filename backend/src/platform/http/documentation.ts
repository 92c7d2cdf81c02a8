import { ERROR_CODES, type ErrorCode } from '@subscription-site/shared/errors';
import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiProperty, ApiResponse, getSchemaPath } from '@nestjs/swagger';

/** Body of every error response. */
class ErrorResponse {
  @ApiProperty({ type: 'integer', example: 422 })
  statusCode: number;

  @ApiProperty({ enum: Object.keys(ERROR_CODES), description: 'Stable; use it to handle errors in code.' })
  code: ErrorCode;

  @ApiProperty({ description: 'Can be shown to users.' })
  message: string;

  @ApiProperty({ required: false, type: Object, additionalProperties: true })
  details?: Record<string, unknown>;

  @ApiProperty({ description: 'Identifies the request in the logs.' })
  requestId: string;
}

/** Set on a function's response when the platform, not the function, rejected the call. */
export const RELAY_ERROR_HEADER = 'x-relay-error';

/** Request field of forms that a captcha protects. */
export const CAPTCHA_TOKEN = {
  example: 'P1_eyJ0eXAi…',
  maxLength: 5000,
  description: 'Captcha response. Required if a captcha is configured; each token is valid for one call.',
};

/** Errors that any route can return. */
const COMMON_ERRORS: Record<number, readonly ErrorCode[]> = {
  400: ['bad_json'],
  413: ['body_too_large'],
  415: ['unsupported_media_type'],
  422: ['validation_failed'],
  429: ['rate_limited'],
  500: ['internal_error'],
  503: ['service_unavailable'],
};

/** OpenAPI description of an error response with one of these codes. */
export function errorResponse(codes: readonly ErrorCode[]): ErrorDocumentation {
  return jsonError(codes, {
    allOf: [
      { $ref: getSchemaPath(ErrorResponse) },
      { type: 'object', properties: { code: { type: 'string', enum: [...codes] } } },
    ],
  });
}

interface ErrorDocumentation {
  description: string;
  content: Record<string, { schema: Record<string, unknown> }>;
}

/** Error responses are JSON, even if the route otherwise returns something else. */
export function jsonError(codes: readonly string[], schema: Record<string, unknown>): ErrorDocumentation {
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    content: { 'application/json': { schema } },
  };
}

/** Merges the tables: unique codes by status, sorted by status. */
export function mergeErrorCodes<Code extends string>(
  ...tables: Readonly<Record<number, readonly Code[]>>[]
): [status: number, codes: Code[]][] {
  const statuses = [...new Set(tables.flatMap((table) => Object.keys(table).map(Number)))];
  return statuses
    .sort((a, b) => a - b)
    .map((status) => [status, [...new Set(tables.flatMap((table) => table[status] ?? []))]]);
}

/** Documents the errors of a route: its own by status, plus those that any route can return. */
export function ApiErrors(own: Record<number, readonly ErrorCode[]> = {}): ClassDecorator & MethodDecorator {
  return applyDecorators(
    ApiExtraModels(ErrorResponse),
    ...mergeErrorCodes(own, COMMON_ERRORS).map(([status, codes]) =>
      ApiResponse({
        status,
        ...errorResponse(codes),
        ...(status === 429 || status === 503
          ? { headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } } }
          : {}),
      }),
    ),
  );
}

/** Documents what a repeated call with the same key returns: the first response, by default. */
export const SupportsIdempotencyKey = (
  replay = 'The same key and body return the same response. Keys are per caller and expire after a day.',
): MethodDecorator =>
  ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: `${replay} The same key with a different body returns 422.`,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  });

/** For routes with the `RepeatedCalls` interceptor. */
export const REPLAY_RERUNS =
  'The same key and body run the call again and return the current state. Keys are per caller and expire after a day.';
