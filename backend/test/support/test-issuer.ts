import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import { TestIssuerStorage } from './test-issuer-storage.js';

/** Claims of a user at the issuer. */
export interface IssuerUser {
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/** An OpenID provider. The user named by `login_hint` is signed in without interaction. */
export interface TestIssuer {
  url: string;
  clientId: string;
  clientSecret: string;
  users: Map<string, IssuerUser>;
  /** An ID token of this issuer; `claims` override those of a valid one. */
  idToken(claims: JWTPayload, by?: { key?: CryptoKey; alg?: string; kid?: string }): Promise<string>;
  /** Stops responding. */
  stop(): Promise<void>;
}

const KID = 'issuer-key';
const FIVE_MINUTES = 300;
const CLIENT = { id: 'site', secret: 'a-secret-between-site-and-issuer' };

let keyPair: ReturnType<typeof generateKeyPair> | undefined;

export async function startTestIssuer(callbackUrls: string[]): Promise<TestIssuer> {
  const { privateKey } = await (keyPair ??= generateKeyPair('RS256', { extractable: true }));
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const users = new Map<string, IssuerUser>();
  const jwk = { ...(await exportJWK(privateKey)), kid: KID, alg: 'RS256', use: 'sig' };
  serve(server, makeProvider(url, callbackUrls, users, jwk));
  return {
    url,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    users,
    idToken: (claims, { key = privateKey, alg = 'RS256', kid = KID } = {}) => {
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT({ iss: url, aud: CLIENT.id, iat: now, exp: now + 300, ...claims })
        .setProtectedHeader({ alg, kid })
        .sign(key);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function makeProvider(
  url: string,
  callbackUrls: string[],
  users: ReadonlyMap<string, IssuerUser>,
  jwk: object,
): Provider {
  return new Provider(url, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: callbackUrls,
        ...(callbackUrls.length === 0 ? { response_types: [], grant_types: [] } : {}),
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    adapter: TestIssuerStorage,
    ttl: {
      Interaction: FIVE_MINUTES,
      Grant: FIVE_MINUTES,
      Session: FIVE_MINUTES,
      AccessToken: FIVE_MINUTES,
      IdToken: FIVE_MINUTES,
    },
    jwks: { keys: [jwk] },
    cookies: { keys: ['cookies-of-the-issuer'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => false },
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...users.get(accountId) }),
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

function serve(server: Server, provider: Provider): void {
  const handle = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void handle(request, response);
    void provider.interactionDetails(request, response).then(({ params }) => {
      const accountId = params.login_hint as string | undefined;
      const result = accountId
        ? { login: { accountId } }
        : { error: 'access_denied', error_description: 'Click https://evil.example/' };
      return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    });
  });
}
