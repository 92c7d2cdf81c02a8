import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import Provider from 'oidc-provider';
import { testEnvironment } from './test-environment.js';

const FIVE_MINUTES = 300;
const CLIENT = { id: 'site', secret: 'a-secret-between-site-and-issuer' };

/** The OpenID provider that the site knows as Acme. It accepts any email on its sign-in page and reports it as verified. */
export class IdentityProvider {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<IdentityProvider> {
    const provider = createProvider(testEnvironment.issuerUrl);
    const handle = provider.callback();
    const server = createServer((request, response) => {
      if (!request.url?.startsWith('/interaction/')) return void handle(request, response);
      return void handleInteraction(provider, request, response);
    });
    const { port } = new URL(testEnvironment.issuerUrl);
    await new Promise<void>((listening) => server.listen(Number(port), '127.0.0.1', listening));
    return new IdentityProvider(server);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }
}

function createProvider(url: string): Provider {
  return new Provider(url, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${testEnvironment.siteUrl}/api/auth/v1/callback`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [testEnvironment.issuerKey] },
    ttl: {
      Interaction: FIVE_MINUTES,
      Grant: FIVE_MINUTES,
      Session: FIVE_MINUTES,
      AccessToken: FIVE_MINUTES,
      IdToken: FIVE_MINUTES,
    },
    cookies: { keys: ['cookie-signing-key'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, email) => ({
      accountId: email,
      claims: () => ({ sub: email, email, email_verified: true, name: 'Ada External' }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
}

/** Shows the sign-in page and completes the interaction with the submitted email, or with `access_denied`. */
async function handleInteraction(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(PAGE);
    return;
  }
  const email = new URLSearchParams(await text(request)).get('email');
  const result = email
    ? { login: { accountId: email } }
    : { error: 'access_denied', error_description: 'The user declined' };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

const PAGE = `<!doctype html>
<html lang="en">
<title>Acme</title>
<link rel="icon" href="data:,">
<h1>Sign in to Acme</h1>
<form method="post"><label>Email <input type="email" name="email" required></label> <button>Sign in</button></form>
<form method="post"><button>Cancel</button></form>
</html>`;
