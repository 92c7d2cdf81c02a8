import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { GoTrueClient } from '@supabase/auth-js';
import { randomBytes, randomInt } from 'node:crypto';
import request, { type Test } from 'supertest';
import {
  Users,
  OneTimeLinks,
  Passwords,
  type UserSummary,
  type LinkPurpose,
} from '../../src/modules/auth/index.js';
import { PasswordAttempts } from '../../src/modules/auth/passwords/password-attempts.js';
import type { TestProduct } from './test-product.js';

export const PASSWORD = 'correct horse';

/** An installation that signs with the shared secret alone, and confirms new users immediately. */
export const AUTOCONFIRM_WITHOUT_KEYS = {
  AUTH_JWT_KEYS: '',
  AUTH_AUTOCONFIRM: 'on',
  AUTH_ANONYMOUS_ENABLED: 'on',
  AUTH_PHONE_ENABLED: 'on',
  AUTH_SMS_AUTOCONFIRM: 'on',
  AUTH_SMS_TEST_OTP: '15550100199:424242',
};
/** An installation with rate limits. */
export const LIMITED = { RATE_LIMITS: 'on', AUTH_ANONYMOUS_ENABLED: 'on' };
/** An installation that also waits between messages to one address or number. */
export const SPACED = {
  ...LIMITED,
  AUTH_SEND_INTERVAL_SECONDS: '60',
  AUTH_PHONE_ENABLED: 'on',
  AUTH_SMS_TEST_OTP: '15550100199:424242',
};
/** An installation with every sign-in method and factor that is off by default. */
export const EVERY_METHOD = {
  AUTH_ANONYMOUS_ENABLED: 'on',
  AUTH_PHONE_ENABLED: 'on',
  AUTH_SMS_TEST_OTP: '15550100199:123456',
  AUTH_MFA_WEBAUTHN: 'on',
  AUTH_MFA_PHONE: 'on',
  AUTH_SAML: 'on',
};
/** An installation with limits on passwords and metadata that are stricter than the defaults. */
export const STRICT = { AUTH_REAUTHENTICATION_REQUIRED: 'on', AUTH_METADATA_MAX_BYTES: '500' };

export interface TestUser {
  id: string;
  email: string;
  password: string;
}

export function uniqueEmail(): string {
  return `user-${randomBytes(6).toString('hex')}@example.com`;
}

/** A client address no other test uses; effective when the product trusts the loopback proxy. */
export function uniqueIpAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

/** The unmodified client library. `calls` collects method and path of every request. */
export function authClient(product: TestProduct, calls: string[] = []): GoTrueClient {
  return new GoTrueClient({
    url: `${product.url}/api/auth/v1`,
    storageKey: randomBytes(6).toString('hex'),
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
    experimental: { passkey: true, recoveryCodes: true },
    fetch: (input, init) => {
      calls.push(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname.replace('/api/auth/v1', '')}`);
      return fetch(input, init);
    },
  });
}

/** Metadata of exactly this many bytes as JSON, in characters of three bytes where possible. */
export function createMetadata(bytes: number): { note: string } {
  const rest = bytes - Buffer.byteLength(JSON.stringify({ note: '' }));
  return { note: '漢'.repeat(Math.floor(rest / 3)) + 'x'.repeat(rest % 3) };
}

type Method = 'get' | 'post' | 'put' | 'delete';

/** A request of the auth protocol, in its current version. */
export function callAuth(product: TestProduct, method: Method, path: string, token?: string): Test {
  const agent = request(product.url);
  const test = agent[method](`/api/auth/v1${path}`).set('X-Supabase-Api-Version', '2024-01-01');
  return token === undefined ? test : test.set('Authorization', `Bearer ${token}`);
}

export function signIn(
  product: TestProduct,
  { email, password }: Pick<TestUser, 'email' | 'password'>,
): Test {
  return callAuth(product, 'post', '/token?grant_type=password').send({ email, password });
}

export function refresh(product: TestProduct, refreshToken: string): Test {
  return callAuth(product, 'post', '/token?grant_type=refresh_token').send({ refresh_token: refreshToken });
}

/** Sets how long the product holds password attempts over the limit; a second by default. */
export function setRejectionDelay(product: TestProduct, milliseconds: number): void {
  product.api.get(PasswordAttempts).rejectionDelayMs = milliseconds;
}

/** The token of a new one-time link, as an email would contain it. */
export async function createLinkToken(
  product: TestProduct,
  userId: string,
  purpose: LinkPurpose,
  address: string,
): Promise<string> {
  const { url } = await product.api.get(OneTimeLinks).mint({ userId, purpose, address });
  return new URL(url).searchParams.get('token')!;
}

/** Link token and code, as an email would contain them. */
export async function createEmailTokens(
  product: TestProduct,
  userId: string,
  purpose: LinkPurpose,
  address: string,
): Promise<{ token_hash: string; token: string }> {
  const links = product.api.get(OneTimeLinks);
  const { url, code } = await links.mint({ userId, purpose, address });
  return { token_hash: new URL(url).searchParams.get('token')!, token: code! };
}

/** A user who signed up and confirmed the email. */
export async function createConfirmedUser(product: TestProduct, email = uniqueEmail()): Promise<TestUser> {
  const { body } = await callAuth(product, 'post', '/signup').send({ email, password: PASSWORD }).expect(200);
  const token_hash = await createLinkToken(product, body.id, 'signup', email);
  await callAuth(product, 'post', '/verify').send({ type: 'signup', token_hash }).expect(200);
  return { id: body.id, email, password: PASSWORD };
}

/** A user created by a payment: can sign in, but the email is unconfirmed. */
export async function createPaidUser(
  product: TestProduct,
  password: string | null = PASSWORD,
): Promise<TestUser> {
  const email = uniqueEmail();
  const hash = password === null ? null : await product.api.get(Passwords).hash(password, {});
  const user = await product.database.transaction(() => insertPaidUser(product, email, hash));
  return { id: user.id, email, password: password ?? '' };
}

/** Bans the user for a minute. */
export async function banUser({ database, clock }: TestProduct, id: string): Promise<void> {
  const text = 'update users set banned_until = $1 where id = $2';
  await database.query({ text, values: [clock.in(60), id] });
}

export function insertPaidUser(
  product: TestProduct,
  email: string,
  passwordHash: string | null,
): Promise<UserSummary> {
  return product.api.get(Users).createPaid({
    email,
    fullName: 'Ada Lovelace',
    passwordHash,
    termsVersion: TERMS_VERSION,
    termsAcceptedAt: product.clock.now(),
  });
}

/** Topics and payloads of the user's events, oldest first. */
export async function listEvents(
  product: TestProduct,
  userId: string,
): Promise<{ topic: string; payload: object }[]> {
  return product.database.query({
    text: `select topic, payload from outbox_events where payload ->> 'userId' = $1 order by id`,
    values: [userId],
  });
}

/** Audit log actions about the user, including their sessions, oldest first. */
export async function listAuditActions(product: TestProduct, userId: string): Promise<string[]> {
  const rows = await product.database.query<{ action: string }>({
    text: 'select action from audit_entries where actor_id = $1 or subject_id = $1::text order by id',
    values: [userId],
  });
  return rows.map(({ action }) => action);
}
