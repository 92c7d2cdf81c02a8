import { ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
import { UnexpectedAudienceError } from '../session-errors.js';

const HEADER = 'X-JWT-AUD';

/** Throws if the request has an `X-JWT-AUD` header that differs from the user's audience. */
export function assertAudience(
  request: Request,
  audience: string,
  errorCode: ConstructorParameters<typeof UnexpectedAudienceError>[0],
): void {
  const expected = request.get(HEADER);
  if (expected && expected !== audience) throw new UnexpectedAudienceError(errorCode);
}

/** Documents the header for routes that call {@link assertAudience}. */
export const AudienceHeader = (): MethodDecorator =>
  ApiHeader({
    name: HEADER,
    required: false,
    schema: { type: 'string', maxLength: 100, example: 'authenticated' },
    description: 'Expected audience. The request is rejected if the user has a different one.',
  });
