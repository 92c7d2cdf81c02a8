import { expectRefusal, type Auth, type Stage } from './stage.js';

type Answer = Promise<{ error: unknown }>;

/** Methods of the library that this service refuses, by the reason; each is called all the same. */
const NOT_OFFERED: Record<string, [person: (auth: Auth) => Answer[], service: (auth: Auth) => Answer[]]> = {
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
  it.each(Object.entries(NOT_OFFERED))('is refused clearly: %s', async (_, [person, service]) => {
    const { auth } = await stage.somebody();
    const answers = await Promise.all([...person(auth), ...service(await stage.service())]);
    expect(answers.length).toBeGreaterThan(0);
    for (const answer of answers) expectRefusal(answer, 'feature_disabled');
  });
}
