import { expectError, type Auth, type Stage } from './stage.js';

type ApiResponse = Promise<{ error: unknown }>;

/** Methods of the library that this service rejects, by the reason; each is called all the same. */
const NOT_OFFERED: Record<
  string,
  [person: (auth: Auth) => ApiResponse[], service: (auth: Auth) => ApiResponse[]]
> = {
  'being an authorisation server for other apps': [
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

/** What the library can ask for and this service has not. */
export function whatIsNotOffered(stage: Stage): void {
  it.each(Object.entries(NOT_OFFERED))('is rejected clearly: %s', async (_, [person, service]) => {
    const { auth } = await stage.newUser();
    const responses = await Promise.all([...person(auth), ...service(await stage.service())]);
    expect(responses.length).toBeGreaterThan(0);
    for (const response of responses) expectError(response, 'feature_disabled');
  });
}
