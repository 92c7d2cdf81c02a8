import { randomBytes } from 'node:crypto';
import { callAuth, callFunction, type JsonResponse } from './http.js';
import { linkIn, waitForEmail } from './mailbox.js';

export interface TestUser {
  fullName: string;
  email: string;
  password: string;
}

/** Someone no one has seen before. */
export function newUser(given: Partial<TestUser> = {}): TestUser {
  return {
    fullName: 'Ada Buyer',
    email: `ada-${randomBytes(4).toString('hex')}@example.com`,
    password: 'correct horse',
    ...given,
  };
}

/** Signs up by the API; the address is not confirmed yet. */
export async function unconfirmedUser(user = newUser()): Promise<TestUser> {
  const { email, password, fullName } = user;
  const response = await callAuth('signup', { email, password, data: { full_name: fullName } });
  if (response.status !== 200) throw new Error(`signup: ${response.status} ${JSON.stringify(response.body)}`);
  return user;
}

/** Signs up and proves the address by the link in the email. */
export async function confirmedUser(user = newUser()): Promise<TestUser> {
  await unconfirmedUser(user);
  const mail = await waitForEmail(user.email, 'Confirm your email address');
  const link = new URL(linkIn(mail, '/auth/confirm'));
  const response = await callAuth('verify', { type: 'signup', token_hash: link.searchParams.get('token') });
  if (response.status !== 200) throw new Error(`verify: ${response.status} ${JSON.stringify(response.body)}`);
  return user;
}

/** Tries to sign in with a password. */
export function signInWithPassword({
  email,
  password,
}: Pick<TestUser, 'email' | 'password'>): Promise<JsonResponse> {
  return callAuth('token?grant_type=password', { email, password });
}

/** Signs in; gives the access token. */
export async function accessTokenOf(user: Pick<TestUser, 'email' | 'password'>): Promise<string> {
  const { status, body } = await signInWithPassword(user);
  if (status !== 200) throw new Error(`sign-in of ${user.email}: ${status} ${JSON.stringify(body)}`);
  return body['access_token'] as string;
}

/** What a person is entitled to, as the product says: undefined while he cannot even sign in. */
export async function tierOf(user: Pick<TestUser, 'email' | 'password'>): Promise<unknown> {
  const { status, body } = await signInWithPassword(user);
  if (status !== 200) return undefined;
  const check = await callFunction('check-subscription', {}, { token: body['access_token'] as string });
  return check.body['subscription_tier'];
}
