import { AUTH_PATH } from '@subscription-site/shared/paths';
import type { Settings } from '../../../platform/config/settings.js';

/** The OpenID configuration as in the wire protocol, which serves it without an OAuth server too. */
export function openIdConfiguration({ siteUrl, auth }: Settings) {
  const issuer = siteUrl + AUTH_PATH;
  const algorithms = auth.jwtKeys.length > 0 ? auth.jwtKeys.map(({ alg }) => alg) : ['HS256'];
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [...new Set(algorithms)],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    code_challenge_methods_supported: ['S256', 'plain'],
    scopes_supported: ['openid', 'profile', 'email', 'phone'],
    claims_supported: [
      'sub',
      'aud',
      'iss',
      'exp',
      'iat',
      'auth_time',
      'nonce',
      'email',
      'email_verified',
      'phone',
      'phone_verified',
      'name',
      'picture',
      'preferred_username',
      'updated_at',
    ],
  };
}
