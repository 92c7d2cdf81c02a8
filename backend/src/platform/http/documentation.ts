import { ERROR_CODES, type ErrorCode } from '@subscription-site/shared/errors';
import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiProperty, ApiResponse, getSchemaPath } from '@nestjs/swagger';

/** Body of every error. */
export class ErrorResponse {
  @ApiProperty({ type: 'integer', example: 422 })
  statusCode: number;

  @ApiProperty({ enum: Object.keys(ERROR_CODES), description: 'Stable; programs decide by it.' })
  code: ErrorCode;

  @ApiProperty({ description: 'A sentence fit to show to a person.' })
  message: string;

  @ApiProperty({ required: false, type: Object, additionalProperties: true })
  details?: Record<string, unknown>;

  @ApiProperty({ description: 'Finds the request in the log.' })
  requestId: string;
}

/** The field of a form that a captcha guards. */
export const CAPTCHA_TOKEN = {
  example: 'P1_eyJ0eXAi…',
  maxLength: 5000,
  description: 'Answer of the captcha, where one is configured: required there, and good for one call.',
};

/** Refusals that every route may give. */
const EVERYWHERE: Record<number, readonly ErrorCode[]> = {
  400: ['bad_json'],
  413: ['body_too_large'],
  415: ['unsupported_media_type'],
  422: ['validation_failed'],
  429: ['rate_limited'],
  500: ['internal_error'],
  503: ['service_unavailable'],
};

/** An error with one of these codes, as the document describes it. */
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

/** Errors are JSON, whatever else a route produces. */
export function jsonError(codes: readonly string[], schema: Record<string, unknown>): ErrorDocumentation {
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    content: { 'application/json': { schema } },
  };
}

/** The codes of both by status, each once, in the order of the statuses. */
export function statusesOf<Code extends string>(
  ...tables: Readonly<Record<number, readonly Code[]>>[]
): [status: number, codes: Code[]][] {
  const statuses = [...new Set(tables.flatMap((table) => Object.keys(table).map(Number)))];
  return statuses
    .sort((a, b) => a - b)
    .map((status) => [status, [...new Set(tables.flatMap((table) => table[status] ?? []))]]);
}

/** Documents the errors of a route: its own by status, and those that every route may give. */
export function ApiErrors(own: Record<number, readonly ErrorCode[]> = {}): ClassDecorator & MethodDecorator {
  return applyDecorators(
    ApiExtraModels(ErrorResponse),
    ...statusesOf(own, EVERYWHERE).map(([status, codes]) =>
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

/** Documents what a repeated call with the same key gets: the first response again, unless told otherwise. */
export const SupportsIdempotencyKey = (
  replay = 'Same key and body: same answer. Kept for a day, for this caller alone.',
): MethodDecorator =>
  ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: `${replay} Same key, other body: 422.`,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  });

/** For calls behind `RepeatedCalls`. */
export const REPLAY_RUNS_AGAIN =
  'Same key and body: the call runs again and says what is true now. The key is remembered for a day, for this caller alone.';
