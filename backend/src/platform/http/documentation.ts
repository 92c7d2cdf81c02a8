import { ERROR_CODES, type ErrorCode } from '@subscription-site/shared/errors';
import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiProperty, ApiResponse, getSchemaPath } from '@nestjs/swagger';

/** Body of every refusal. */
export class ErrorAnswer {
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

/** A refusal with one of these codes, as the document describes it. */
export function refusalWith(codes: readonly ErrorCode[]): ErrorDocumentation {
  return jsonError(codes, {
    allOf: [
      { $ref: getSchemaPath(ErrorAnswer) },
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

/** Documents the refusals of a route: its own by status, and those that every route may give. */
export function Refuses(own: Record<number, readonly ErrorCode[]> = {}): ClassDecorator & MethodDecorator {
  return applyDecorators(
    ApiExtraModels(ErrorAnswer),
    ...statusesOf(own, EVERYWHERE).map(([status, codes]) =>
      ApiResponse({
        status,
        ...refusalWith(codes),
        ...(status === 429 || status === 503
          ? { headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } } }
          : {}),
      }),
    ),
  );
}

/** Documents that a repeated call with the same key gets the first answer again. */
export const HonoursIdempotencyKey = (): MethodDecorator =>
  ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description:
      'Same key and body: same answer. Same key, other body: 422. Kept for a day, for this caller alone.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  });
