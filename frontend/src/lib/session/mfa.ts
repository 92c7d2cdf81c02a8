import type { Session } from './auth-client';

/**
 * Whether a session stops short of what its account asks for: there is a second factor that counts, and the session has not shown
 * one. The server holds it to that by itself; here it decides what the site shows.
 */
export function requiresMfa({ access_token, user }: Session): boolean {
  const enrolled = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return enrolled && assuranceLevelOf(access_token) !== 'aal2';
}

/** The assurance level a token speaks of; nothing for what is no token. */
function assuranceLevelOf(token: string): unknown {
  const claims = token.split('.')[1] ?? '';
  try {
    return (JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { aal?: unknown }).aal;
  } catch {
    return undefined;
  }
}
