import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { randomBytes } from 'node:crypto';
import { PASSWORD, someEmail } from '../../support/auth.js';
import { noting } from '../../support/client-methods.js';
import { SITE } from '../../support/oauth.js';
import { eventually } from '../../support/eventually.js';
import { clientKey } from '../../support/service-key.js';
import { startSmsProvider, type SmsProvider } from '../../support/sms-provider.js';
import {
  startTestIdentityProvider,
  type TestIdentityProvider,
} from '../../support/test-identity-provider.js';
import { startTestIssuer, type TestIssuer } from '../../support/test-issuer.js';
import { startTestSmtpServer, type TestSmtpServer } from '../../support/test-smtp-server.js';
import type { TestBrowser } from '../../support/test-browser.js';
import type { TestProduct } from '../../support/test-product.js';

export type Auth = SupabaseClient['auth'];

/** Someone with an account and a client that is signed in to it. */
export interface SignedIn {
  id: string;
  email: string;
  password: string;
  auth: Auth;
}

/** Where the client library plays: the product with everything that it speaks to, each a real server. */
export class Stage {
  readonly called = new Set<string>();
  post!: TestSmtpServer;
  sms!: SmsProvider;
  issuer!: TestIssuer;
  directory!: TestIdentityProvider;

  async start(): Promise<void> {
    this.sms = await startSmsProvider();
    this.issuer = await startTestIssuer([`${SITE}/api/auth/v1/callback`]);
    this.directory = await startTestIdentityProvider();
    this.post = await startTestSmtpServer({
      AUTH_ANONYMOUS_ENABLED: 'on',
      AUTH_PHONE_ENABLED: 'on',
      AUTH_MFA_PHONE: 'on',
      AUTH_MFA_WEBAUTHN: 'on',
      AUTH_SAML: 'on',
      AUTH_SMS_PROVIDER: 'twilio',
      AUTH_TWILIO_ACCOUNT_SID: 'AC123',
      AUTH_TWILIO_AUTH_TOKEN: 'a secret token',
      AUTH_TWILIO_FROM: '+15550100100',
      AUTH_TWILIO_API_URL: this.sms.url,
      AUTH_OIDC_PROVIDERS: 'keycloak',
      AUTH_KEYCLOAK_ISSUER: this.issuer.url,
      AUTH_KEYCLOAK_CLIENT_ID: this.issuer.clientId,
      AUTH_KEYCLOAK_CLIENT_SECRET: this.issuer.clientSecret,
    });
    await this.post.startWorker();
  }

  async stop(): Promise<void> {
    await this.post?.stop();
    await this.sms?.close();
    await this.issuer?.stop();
    await this.directory?.stop();
  }

  /** A page's client. */
  async client(options: ClientOptions = {}): Promise<Auth> {
    return noting((await supabase(options.product ?? this.post, 'anon', options)).auth, this.called);
  }

  /** The client of the operator's own server. */
  async service(): Promise<Auth> {
    return noting((await supabase(this.post, 'service_role')).auth, this.called);
  }

  /** The nth email to someone: its six digits and the secret of its link. */
  emailTo(address: string, count = 1): Promise<{ code: string; secret: string; text: string }> {
    return eventually(async () => {
      const emails = await this.post.emailsTo(address);
      const mail = emails[count - 1];
      if (!mail) throw new Error(`${emails.length} mails to ${address}`);
      const { links, text } = await this.post.open(mail);
      const link = links.find((address) => address.includes('token='));
      const secret = link ? new URL(link).searchParams.get('token')! : '';
      return { code: /\b\d{6}\b/.exec(text)?.[0] ?? '', secret, text };
    });
  }

  /** The code of the nth text message to a number. */
  smsTo(phone: string, count = 1): Promise<string> {
    return eventually(() => {
      const messages = this.sms.messages.filter(({ to }) => to.endsWith(phone));
      const message = messages[count - 1];
      if (!message) throw new Error(`${messages.length} messages to ${phone}`);
      return /^\d{6}/.exec(message.text)![0];
    });
  }

  /** Someone who signed up and proved the address by the email. */
  async newUser(options: ClientOptions = {}): Promise<SignedIn> {
    const auth = await this.client(options);
    const email = someEmail();
    told(await auth.signUp({ email, password: PASSWORD }));
    const { secret } = await this.emailTo(email);
    told(await (await this.client()).verifyOtp({ type: 'signup', token_hash: secret }));
    const { user } = told(await auth.signInWithPassword({ email, password: PASSWORD }));
    return { id: user.id, email, password: PASSWORD, auth };
  }
}

export interface ClientOptions {
  product?: TestProduct;
  flowType?: 'implicit' | 'pkce';
  /** Collects method and path of every request. */
  calls?: string[];
  /** Keeps the cookies that come. */
  browser?: TestBrowser;
}

/** The whole client library as an app sets it up, with its key and nothing changed, keeping its session in memory. */
export async function supabase(
  product: TestProduct,
  role: 'anon' | 'service_role',
  { flowType = 'implicit', calls, browser }: ClientOptions = {},
): Promise<SupabaseClient> {
  const stored = new Map<string, string>();
  return createClient(`${product.url}/api`, await clientKey(role), {
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
        browser?.keep(new URL(SITE), response);
        return response;
      },
    },
  });
}

/** The call came to nothing, with this code. */
export function expectError({ error }: { error: unknown }, code: string): void {
  expect(error).toMatchObject({ code });
}

type Told<ApiResponse> = ApiResponse extends { data: infer Data; error: null } ? Data : never;

/** The call worked; gives what it told. */
export function told<ApiResponse extends { data: unknown; error: unknown }>(
  response: ApiResponse,
): NonNullable<Told<ApiResponse>> {
  expect(response.error).toBeNull();
  return response.data as NonNullable<Told<ApiResponse>>;
}
