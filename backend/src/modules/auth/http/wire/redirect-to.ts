import type { Response } from 'express';

/** Leads the browser on. Express's own `redirect` writes a text for a person, which the API does not document. */
export function redirectTo(response: Response, status: 302 | 303, address: string): void {
  response.status(status).location(address).end();
}
