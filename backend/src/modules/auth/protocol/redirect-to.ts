import type { Response } from 'express';

/** Redirects without a body. Express's `redirect` adds a text body, which the API does not document. */
export function redirectTo(response: Response, status: 302 | 303, url: string): void {
  response.status(status).location(url).end();
}
