import { AUTOCONFIRM_WITHOUT_KEYS, callAuth } from '../support/auth.js';
import { startTestProduct } from '../support/test-product.js';
import { useShared } from '../support/fixtures.js';

const ISSUER = 'http://localhost:3000/api/auth/v1';

describe.each([
  ['with signing keys', {}, ['ES256']],
  ['with the shared secret alone', AUTOCONFIRM_WITHOUT_KEYS, ['HS256']],
])('discovery %s', (_, variables, algorithms) => {
  const product = useShared(startTestProduct, variables);

  it('serves the OpenID configuration', async () => {
    const response = await callAuth(product, 'get', '/.well-known/openid-configuration').expect(200);
    expect(response.get('Cache-Control')).toBe('public, max-age=600');
    expect(response.body).toEqual({
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/oauth/authorize`,
      token_endpoint: `${ISSUER}/oauth/token`,
      jwks_uri: `${ISSUER}/.well-known/jwks.json`,
      userinfo_endpoint: `${ISSUER}/oauth/userinfo`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: algorithms,
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      code_challenge_methods_supported: ['S256', 'plain'],
      scopes_supported: ['openid', 'profile', 'email', 'phone'],
      claims_supported: expect.arrayContaining(['sub', 'iss', 'aud', 'exp', 'iat', 'email', 'phone']),
    });
  });

  it('reports that there is no OAuth server', async () => {
    for (const path of ['/.well-known/oauth-authorization-server', '/oauth/authorize']) {
      const { body } = await callAuth(product, 'get', path).expect(404);
      expect(body.code).toBe('feature_disabled');
    }
  });
});
