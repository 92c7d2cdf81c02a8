import { ERROR_CODES, type ErrorCode } from '@subscription-site/shared/errors';
import { applyDecorators } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiHeader,
  ApiProperty,
  ApiResponse,
  getSchemaPath,
  type ApiResponseSchemaHost,
} from '@nestjs/swagger';

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
const EVERYWHERE: Record<number, ErrorCode[]> = {
  429: ['rate_limited'],
  500: ['internal_error'],
  503: ['service_unavailable'],
};

/** A refusal with one of these codes, as the document describes it. */
export function refusalWith(
  codes: readonly ErrorCode[],
): Pick<ApiResponseSchemaHost, 'description' | 'schema'> {
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    schema: {
      allOf: [
        { $ref: getSchemaPath(ErrorAnswer) },
        { properties: { code: { type: 'string', enum: [...codes] } } },
      ],
    },
  };
}

/** Documents the refusals of a route: its own by status, and those that every route may give. */
export function Refuses(own: Record<number, ErrorCode[]> = {}): ClassDecorator & MethodDecorator {
  const all: Record<number, ErrorCode[]> = { ...own };
  for (const [status, codes] of Object.entries(EVERYWHERE))
    all[Number(status)] = [...(all[Number(status)] ?? []), ...codes];
  return applyDecorators(
    ApiExtraModels(ErrorAnswer),
    ...Object.entries(all).map(([status, codes]) =>
      ApiResponse({
        status: Number(status),
        ...refusalWith(codes),
        ...(status === '429' || status === '503'
          ? { headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } } }
          : {}),
      }),
    ),
  );
}

/** Documents what a repeated call with the same key gets: the first response again, unless told otherwise. */
export const HonoursIdempotencyKey = (
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
