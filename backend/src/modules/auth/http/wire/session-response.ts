import type { SessionGrant } from '../../application/sessions/session-grants.js';
import type { User } from '../../domain/user.js';

/** A session as on the wire. */
export interface SessionResponse {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: User;
  weak_password?: { message: string; reasons: readonly string[] };
  provider_token?: string;
  provider_refresh_token?: string;
}

export function sessionResponse(grant: SessionGrant): SessionResponse {
  return {
    access_token: grant.accessToken,
    token_type: 'bearer',
    expires_in: grant.expiresInSeconds,
    expires_at: grant.expiresAt,
    refresh_token: grant.refreshToken,
    user: grant.user,
    ...(grant.weakPassword ? { weak_password: grant.weakPassword } : {}),
    ...providerTokenFields(grant.providerTokens),
  };
}

function providerTokenFields(
  tokens: SessionGrant['providerTokens'],
): Pick<SessionResponse, 'provider_token' | 'provider_refresh_token'> {
  if (!tokens) return {};
  const { accessToken, refreshToken } = tokens;
  return {
    provider_token: accessToken,
    ...(refreshToken === undefined ? {} : { provider_refresh_token: refreshToken }),
  };
}
