import type { GoTrueClient } from '@supabase/auth-js';
import { generateSync } from 'otplib';
import { authClient, createConfirmedUser, type TestUser } from './auth.js';
import type { TestProduct } from './test-product.js';

/** A user with a verified authenticator app, and a session at aal2. */
export interface UserWithMfa {
  user: TestUser;
  client: GoTrueClient;
  factorId: string;
  secret: string;
}

/** The current code of the authenticator app. */
export function totpCode(product: TestProduct, secret: string): string {
  return generateSync({ secret, epoch: Math.floor(product.clock.now().getTime() / 1000) });
}

export async function signedInClient(product: TestProduct, user: TestUser): Promise<GoTrueClient> {
  const client = authClient(product);
  const { error } = await client.signInWithPassword(user);
  if (error) throw error;
  return client;
}

export async function createUserWithMfa(product: TestProduct): Promise<UserWithMfa> {
  const user = await createConfirmedUser(product);
  const client = await signedInClient(product, user);
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
  if (error) throw error;
  const { id: factorId, totp } = data;
  const verified = await client.mfa.challengeAndVerify({ factorId, code: totpCode(product, totp.secret) });
  if (verified.error) throw verified.error;
  product.clock.advance(30);
  return { user, client, factorId, secret: totp.secret };
}

export async function getAccessToken(client: GoTrueClient): Promise<string> {
  return (await client.getSession()).data.session!.access_token;
}
