import type { Request } from 'express';
import { InvalidInputError } from '../../domain/auth-errors.js';

/**
 * Throws for a page of another origin that begins to link an account: its browser would not keep the cookie of the flow, so the person
 * would come back from the provider in vain. Browsers name the origin of each call from another one; programs name none.
 */
export function assertSameOrigin(request: Request, siteUrl: string): void {
  const origin = request.get('Origin');
  const { origin: own } = new URL(siteUrl);
  if (origin === undefined || origin === own) return;
  throw new InvalidInputError(
    `An identity is linked from a page of ${own}, or with an ID token: pages of other origins cannot keep the cookie of the visit`,
  );
}
