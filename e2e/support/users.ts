import { randomBytes } from 'node:crypto';
import { callAuth, callFunction, type JsonResponse } from './http.js';
import { serviceKey } from './service-key.js';

export interface TestUser {
  fullName: string;
  email: string;
  password: string;
}

/** Data of a user who does not exist yet. */
export function newUser(overrides: Partial<TestUser> = {}): TestUser {
  return {
    fullName: 'Ada Buyer',
    email: `ada-${randomBytes(4).toString('hex')}@example.com`,
    password: 'correct horse',
    ...overrides,
  };
}

/** Signs up through the API without confirming the email. */
export async function createUnconfirmedUser(user = newUser()): Promise<TestUser> {
  const { email, password, fullName } = user;
  const response = await callAuth('signup', { email, password, data: { full_name: fullName } });
  if (response.status !== 200) throw new Error(`signup: ${response.status} ${JSON.stringify(response.body)}`);
  return user;
}

/** Creates a user with a confirmed email, as an operator, without sending an email. */
export async function createUser(user = newUser()): Promise<TestUser> {
  const { email, password, fullName } = user;
  const { status, body } = await callAuth(
    'admin/users',
    { email, password, email_confirm: true, user_metadata: { full_name: fullName } },
    { token: serviceKey() },
  );
  if (status !== 200) throw new Error(`create user: ${status} ${JSON.stringify(body)}`);
  return user;
}

/** Signs in with a password and returns the response, successful or not. */
export function signInWithPassword({
  email,
  password,
}: Pick<TestUser, 'email' | 'password'>): Promise<JsonResponse> {
  return callAuth('token?grant_type=password', { email, password });
}

/** Signs in and returns the access token. */
export async function getAccessToken(user: Pick<TestUser, 'email' | 'password'>): Promise<string> {
  const { status, body } = await signInWithPassword(user);
  if (status !== 200) throw new Error(`sign-in of ${user.email}: ${status} ${JSON.stringify(body)}`);
  return body['access_token'] as string;
}

/** Tier of the user, or `undefined` while they cannot sign in. */
export async function getTier(user: Pick<TestUser, 'email' | 'password'>): Promise<unknown> {
  const { status, body } = await signInWithPassword(user);
  if (status !== 200) return undefined;
  const check = await callFunction('check-subscription', {}, { token: body['access_token'] as string });
  return check.body['subscription_tier'];
}
