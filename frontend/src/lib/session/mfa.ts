import type { Session } from './auth-client';

/**
 * Whether the account has a verified factor that this session has not used. Only decides what to show; the
 * server enforces it.
 */
export function requiresMfa({ access_token, user }: Session): boolean {
  const enrolled = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return enrolled && parseAssuranceLevel(access_token) !== 'aal2';
}

/** The `aal` claim of a token; undefined for malformed tokens. */
function parseAssuranceLevel(token: string): unknown {
  const claims = token.split('.')[1] ?? '';
  try {
    return (JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { aal?: unknown }).aal;
  } catch {
    return undefined;
  }
}
