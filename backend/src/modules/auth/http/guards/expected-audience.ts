import { ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
import { UnexpectedAudienceError } from '../../domain/session-errors.js';

const HEADER = 'X-JWT-AUD';

/** Throws for a caller who expects another audience than the account's; without the header everybody is right. */
export function assertAudience(
  request: Request,
  audience: string,
  error: ConstructorParameters<typeof UnexpectedAudienceError>[0],
): void {
  const expected = request.get(HEADER);
  if (expected && expected !== audience) throw new UnexpectedAudienceError(error);
}

/** Documents the header of a route that heeds it. */
export const AudienceHeader = (): MethodDecorator =>
  ApiHeader({
    name: HEADER,
    required: false,
    schema: { type: 'string', maxLength: 100, example: 'authenticated' },
    description: 'The audience that the caller expects: a session of another one is refused.',
  });
