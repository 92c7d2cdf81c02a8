import { expectError, type Auth, type ConformanceFixture } from './conformance-fixture.js';

type ApiResponse = Promise<{ error: unknown }>;

/** Methods of the library that this service rejects, by feature; each is called once. */
const UNSUPPORTED: Record<
  string,
  [user: (auth: Auth) => ApiResponse[], service: (auth: Auth) => ApiResponse[]]
> = {
  'authorization server for other apps': [
    ({ oauth }) => [
      oauth.getAuthorizationDetails('id'),
      oauth.approveAuthorization('id', { skipBrowserRedirect: true }),
      oauth.denyAuthorization('id', { skipBrowserRedirect: true }),
      oauth.listGrants(),
      oauth.revokeGrant({ clientId: 'id' }),
    ],
    ({ admin: { oauth } }) => {
      const id = '6f8d2f9e-3c1b-4f0e-9d57-0c2b8a1e4d33';
      return [
        oauth.listClients(),
        oauth.createClient({ client_name: 'app', redirect_uris: ['https://app.example/back'] }),
        oauth.getClient(id),
        oauth.updateClient(id, { client_name: 'app' }),
        oauth.deleteClient(id),
        oauth.regenerateClientSecret(id),
      ];
    },
  ],
};

/** Features of the library that this service does not support. */
export function unsupportedMethods(fixture: ConformanceFixture): void {
  it.each(Object.entries(UNSUPPORTED))('returns a clear error: %s', async (_, [user, service]) => {
    const { auth } = await fixture.newUser();
    const responses = await Promise.all([...user(auth), ...service(await fixture.service())]);
    expect(responses.length).toBeGreaterThan(0);
    for (const response of responses) expectError(response, 'feature_disabled');
  });
}
