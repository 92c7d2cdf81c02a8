import { randomBytes } from 'node:crypto';
import { callAuth, callFunction, type Answer } from './http.js';
import { linkIn, waitForMail } from './mailbox.js';

export interface Person {
  fullName: string;
  email: string;
  password: string;
}

/** Someone no one has seen before. */
export function aPerson(given: Partial<Person> = {}): Person {
  return {
    fullName: 'Ada Buyer',
    email: `ada-${randomBytes(4).toString('hex')}@example.com`,
    password: 'correct horse',
    ...given,
  };
}

/** Signs up by the API; the address is not confirmed yet. */
export async function signedUp(person = aPerson()): Promise<Person> {
  const { email, password, fullName } = person;
  const answer = await callAuth('signup', { email, password, data: { full_name: fullName } });
  if (answer.status !== 200) throw new Error(`signup: ${answer.status} ${JSON.stringify(answer.body)}`);
  return person;
}

/** Signs up and proves the address by the link in the email. */
export async function withAccount(person = aPerson()): Promise<Person> {
  await signedUp(person);
  const mail = await waitForMail(person.email, 'Confirm your email address');
  const link = new URL(linkIn(mail, '/auth/confirm'));
  const answer = await callAuth('verify', { type: 'signup', token_hash: link.searchParams.get('token') });
  if (answer.status !== 200) throw new Error(`verify: ${answer.status} ${JSON.stringify(answer.body)}`);
  return person;
}

/** Tries to sign in with a password. */
export function trySignIn({ email, password }: Pick<Person, 'email' | 'password'>): Promise<Answer> {
  return callAuth('token?grant_type=password', { email, password });
}

/** Signs in; gives the access token. */
export async function tokenOf(person: Pick<Person, 'email' | 'password'>): Promise<string> {
  const { status, body } = await trySignIn(person);
  if (status !== 200) throw new Error(`sign-in of ${person.email}: ${status} ${JSON.stringify(body)}`);
  return body['access_token'] as string;
}

/** What a person is entitled to, as the product says: undefined while he cannot even sign in. */
export async function tierOf(person: Pick<Person, 'email' | 'password'>): Promise<unknown> {
  const { status, body } = await trySignIn(person);
  if (status !== 200) return undefined;
  const check = await callFunction('check-subscription', {}, { token: body['access_token'] as string });
  return check.body['subscription_tier'];
}
