import type { Request } from 'express';
import { InvalidInputError } from '../../core/auth-errors.js';

/**
 * Rejects identity linking from pages on other origins: the browser would not store the flow cookie, so the callback would fail.
 * Browsers send `Origin` with every cross-origin request; other clients don't send it.
 */
export function assertSameOrigin(request: Request, siteUrl: string): void {
  const origin = request.get('Origin');
  const { origin: siteOrigin } = new URL(siteUrl);
  if (origin === undefined || origin === siteOrigin) return;
  throw new InvalidInputError(
    `Start linking from a page on ${siteOrigin}, or use an ID token: other origins can't store the flow cookie`,
  );
}
