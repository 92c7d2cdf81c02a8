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
import type { TestProduct } from './test-product.js';

export const PASSWORD = 'correct horse';

export interface Person {
  id: string;
  email: string;
  password: string;
}

export function someEmail(): string {
  return `person-${randomBytes(6).toString('hex')}@example.com`;
}

/** An address that no other test calls from; counts where the product trusts the loopback proxy. */
export function someClient(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

/** The client library that people use, as it comes. `calls` collects method and path of every request it makes. */
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

type Method = 'get' | 'post' | 'put' | 'delete';

/** One call of the wire protocol in its present version. */
export function call(product: TestProduct, method: Method, path: string, token?: string): Test {
  const agent = request(product.url);
  const test = agent[method](`/api/auth/v1${path}`).set('X-Supabase-Api-Version', '2024-01-01');
  return token === undefined ? test : test.set('Authorization', `Bearer ${token}`);
}

export function signIn(product: TestProduct, { email, password }: Pick<Person, 'email' | 'password'>): Test {
  return call(product, 'post', '/token?grant_type=password').send({ email, password });
}

export function refresh(product: TestProduct, refreshToken: string): Test {
  return call(product, 'post', '/token?grant_type=refresh_token').send({ refresh_token: refreshToken });
}

/** The secret of a fresh one-time link, as an email would carry it. */
export async function linkSecret(
  product: TestProduct,
  userId: string,
  purpose: LinkPurpose,
  address: string,
): Promise<string> {
  const { url } = await product.api.get(OneTimeLinks, { strict: false }).mint({ userId, purpose, address });
  return new URL(url).searchParams.get('token')!;
}

/** Secret and digits of a fresh email, as it would carry them. */
export async function emailedProof(
  product: TestProduct,
  userId: string,
  purpose: LinkPurpose,
  address: string,
): Promise<{ token_hash: string; token: string }> {
  const links = product.api.get(OneTimeLinks, { strict: false });
  const { url, code } = await links.mint({ userId, purpose, address });
  return { token_hash: new URL(url).searchParams.get('token')!, token: code! };
}

/** Someone who signed up and proved the address. */
export async function confirmedPerson(product: TestProduct, email = someEmail()): Promise<Person> {
  const { body } = await call(product, 'post', '/signup').send({ email, password: PASSWORD }).expect(200);
  const token_hash = await linkSecret(product, body.id, 'signup', email);
  await call(product, 'post', '/verify').send({ type: 'signup', token_hash }).expect(200);
  return { id: body.id, email, password: PASSWORD };
}

/** Someone who paid: may sign in, with an address that no one has confirmed yet. */
export async function paidPerson(product: TestProduct, password: string | null = PASSWORD): Promise<Person> {
  const email = someEmail();
  const hash =
    password === null ? null : await product.api.get(Passwords, { strict: false }).hash(password, {});
  const user = await product.database.transaction(() => createPaid(product, email, hash));
  return { id: user.id, email, password: password ?? '' };
}

export function createPaid(
  product: TestProduct,
  email: string,
  passwordHash: string | null,
): Promise<UserSummary> {
  return product.api.get(Users, { strict: false }).createPaid({
    email,
    fullName: 'Ada Lovelace',
    passwordHash,
    termsVersion: TERMS_VERSION,
    termsAcceptedAt: product.clock.now(),
  });
}

/** Topics and payloads of the events that the account caused, oldest first. */
export async function eventsOf(
  product: TestProduct,
  userId: string,
): Promise<{ topic: string; payload: object }[]> {
  return product.database.query({
    text: `select topic, payload from outbox_events where payload ->> 'userId' = $1 order by id`,
    values: [userId],
  });
}

/** Actions of the audit log about the account, its sessions included, oldest first. */
export async function auditOf(product: TestProduct, userId: string): Promise<string[]> {
  const rows = await product.database.query<{ action: string }>({
    text: 'select action from audit_entries where actor_id = $1 or subject_id = $1::text order by id',
    values: [userId],
  });
  return rows.map(({ action }) => action);
}
