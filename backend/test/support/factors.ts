import type { GoTrueClient } from '@supabase/auth-js';
import { generateSync } from 'otplib';
import { authClient, confirmedPerson, type Person } from './auth.js';
import type { TestProduct } from './test-product.js';

/** Someone with an authenticator app that counts, and a session that has shown it. */
export interface UserWithMfaFixture {
  person: Person;
  client: GoTrueClient;
  factorId: string;
  secret: string;
}

/** The code that the app shows now. */
export function appCode(product: TestProduct, secret: string): string {
  return generateSync({ secret, epoch: Math.floor(product.clock.now().getTime() / 1000) });
}

export async function signedInClient(product: TestProduct, person: Person): Promise<GoTrueClient> {
  const client = authClient(product);
  const { error } = await client.signInWithPassword(person);
  if (error) throw error;
  return client;
}

export async function userWithMfa(product: TestProduct): Promise<UserWithMfaFixture> {
  const person = await confirmedPerson(product);
  const client = await signedInClient(product, person);
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
  if (error) throw error;
  const { id: factorId, totp } = data;
  const shown = await client.mfa.challengeAndVerify({ factorId, code: appCode(product, totp.secret) });
  if (shown.error) throw shown.error;
  product.clock.advance(30);
  return { person, client, factorId, secret: totp.secret };
}

export async function tokenOf(client: GoTrueClient): Promise<string> {
  return (await client.getSession()).data.session!.access_token;
}
