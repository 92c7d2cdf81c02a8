import { ApiProperty } from '@nestjs/swagger';
import { anything } from '../../protocol/protocol-documents.js';
import { UserDocument } from '../../users/user-documents.js';
import type { User } from '../../users/user.js';
import type { SessionGrant } from '../session-grants.js';

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

/** A session for the target page to read from its URL. Browsers don't send fragments to servers. */
export function sessionFragment(session: SessionResponse, type?: string): URLSearchParams {
  return new URLSearchParams({
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    ...(session.provider_token === undefined ? {} : { provider_token: session.provider_token }),
    ...(session.provider_refresh_token === undefined
      ? {}
      : { provider_refresh_token: session.provider_refresh_token }),
    sb: '',
    token_type: session.token_type,
    ...(type === undefined ? {} : { type }),
  });
}

export class SessionDocument {
  @ApiProperty({ description: 'JSON Web Token. Verify it with the keys from `/.well-known/jwks.json`.' })
  access_token: string;
  @ApiProperty({ enum: ['bearer'] })
  token_type: string;
  @ApiProperty({ type: 'integer', description: 'Lifetime of the access token, in seconds.' })
  expires_in: number;
  @ApiProperty({ type: 'integer', description: 'Unix timestamp in seconds.' })
  expires_at: number;
  @ApiProperty({ description: 'Can be used once; the response contains the next one.' })
  refresh_token: string;
  @ApiProperty()
  user: UserDocument;
  @ApiProperty({
    required: false,
    ...anything,
    description: '`message` and `reasons`, if the password does not meet the current rules.',
  })
  weak_password?: object;
  @ApiProperty({
    required: false,
    description: 'Token for the API of the OAuth provider, after signing in with it.',
  })
  provider_token?: string;
  @ApiProperty({
    required: false,
    description: 'Token for the API of the OAuth provider, after signing in with it.',
  })
  provider_refresh_token?: string;
}
