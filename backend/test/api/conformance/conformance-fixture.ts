import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { randomBytes } from 'node:crypto';
import { recordCalls } from '../../support/client-methods.js';
import { SITE } from '../../support/oauth.js';
import { eventually } from '../../support/eventually.js';
import { signClientKey } from '../../support/service-key.js';
import {
  startTestIdentityProvider,
  type TestIdentityProvider,
} from '../../support/test-identity-provider.js';
import { startTestIssuer, type TestIssuer } from '../../support/test-issuer.js';
import { startEmailFixture, type EmailFixture } from '../../support/email-fixture.js';
import type { TestBrowser } from '../../support/test-browser.js';
import type { TestProduct } from '../../support/test-product.js';
import { createUser, USER_PASSWORD } from '../../support/users.js';

export type Auth = SupabaseClient['auth'];

/** A user and a client that is signed in. */
export interface SignedInUser {
  id: string;
  email: string;
  password: string;
  auth: Auth;
}

/** The product with every service it talks to, each a real server. */
export class ConformanceFixture {
  readonly calledMethods = new Set<string>();
  product!: EmailFixture;
  issuer!: TestIssuer;
  idp!: TestIdentityProvider;

  async start(): Promise<void> {
    this.issuer = await startTestIssuer([`${SITE}/api/auth/v1/callback`]);
    this.idp = await startTestIdentityProvider();
    this.product = await startEmailFixture({
      AUTH_ANONYMOUS_ENABLED: 'on',
      AUTH_MFA_WEBAUTHN: 'on',
      AUTH_SAML: 'on',
      AUTH_OIDC_PROVIDERS: 'keycloak',
      AUTH_KEYCLOAK_ISSUER: this.issuer.url,
      AUTH_KEYCLOAK_CLIENT_ID: this.issuer.clientId,
      AUTH_KEYCLOAK_CLIENT_SECRET: this.issuer.clientSecret,
    });
    await this.product.startWorker();
  }

  async stop(): Promise<void> {
    await this.product?.stop();
    await this.issuer?.stop();
    await this.idp?.stop();
  }

  /** A client as used in a page. */
  async client(options: ClientOptions = {}): Promise<Auth> {
    return recordCalls((await createSupabaseClient(this.product, 'anon', options)).auth, this.calledMethods);
  }

  /** The client of the operator's own server. */
  async service(): Promise<Auth> {
    return recordCalls((await createSupabaseClient(this.product, 'service_role')).auth, this.calledMethods);
  }

  /** The nth email to an address: its six-digit code and the token of its link. */
  emailTo(address: string, count = 1): Promise<{ code: string; secret: string; text: string }> {
    return eventually(async () => {
      const emails = await this.product.emailsTo(address);
      const email = emails[count - 1];
      if (!email) throw new Error(`${emails.length} emails to ${address}`);
      const { links, text } = await this.product.openEmail(email);
      const link = links.find((address) => address.includes('token='));
      const secret = link ? new URL(link).searchParams.get('token')! : '';
      return { code: /\b\d{6}\b/.exec(text)?.[0] ?? '', secret, text };
    });
  }

  /** A user with a confirmed email. */
  async newUser(options: ClientOptions = {}): Promise<SignedInUser> {
    const { id, email } = await createUser(this.product);
    const auth = await this.client(options);
    expectData(await auth.signInWithPassword({ email, password: USER_PASSWORD }));
    return { id, email, password: USER_PASSWORD, auth };
  }
}

export interface ClientOptions {
  flowType?: 'implicit' | 'pkce';
  /** Collects method and path of every request. */
  calls?: string[];
  /** Stores response cookies. */
  browser?: TestBrowser;
}

/** The unmodified client library with its key, as an app sets it up, keeping the session in memory. */
export async function createSupabaseClient(
  product: TestProduct,
  role: 'anon' | 'service_role',
  { flowType = 'implicit', calls, browser }: ClientOptions = {},
): Promise<SupabaseClient> {
  const stored = new Map<string, string>();
  return createClient(`${product.url}/api`, await signClientKey(role), {
    auth: {
      flowType,
      storageKey: randomBytes(6).toString('hex'),
      autoRefreshToken: false,
      detectSessionInUrl: false,
      experimental: { passkey: true, recoveryCodes: true },
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
        removeItem: (key) => void stored.delete(key),
      },
    },
    global: {
      fetch: async (input, init) => {
        calls?.push(
          `${init?.method ?? 'GET'} ${new URL(input instanceof Request ? input.url : input).pathname}`,
        );
        const response = await fetch(input, init);
        browser?.storeCookies(new URL(SITE), response);
        return response;
      },
    },
  });
}

/** Expects the call to have failed with this code. */
export function expectError({ error }: { error: unknown }, code: string): void {
  expect(error).toMatchObject({ code });
}

type ResponseData<ApiResponse> = ApiResponse extends { data: infer Data; error: null } ? Data : never;

/** Expects the call to have succeeded and returns its data. */
export function expectData<ApiResponse extends { data: unknown; error: unknown }>(
  response: ApiResponse,
): NonNullable<ResponseData<ApiResponse>> {
  expect(response.error).toBeNull();
  return response.data as NonNullable<ResponseData<ApiResponse>>;
}
