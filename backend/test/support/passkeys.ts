import type { GoTrueClient } from '@supabase/auth-js';
import { authClient } from './auth.js';
import type { Mischief, SoftwareAuthenticator } from './software-authenticator.js';
import type { TestProduct } from './test-product.js';

export type CreationOptions = Parameters<SoftwareAuthenticator['create']>[0];
export type RequestOptions = Parameters<SoftwareAuthenticator['get']>[0];

/** Registers a passkey of the device for the person who is signed in. */
export async function registerPasskey(
  client: GoTrueClient,
  device: SoftwareAuthenticator,
  mischief: Mischief = {},
) {
  const { data, error } = await client.passkey.startRegistration();
  if (error) throw error;
  const credential = device.create(data.options as unknown as CreationOptions, mischief);
  return client.passkey.verifyRegistration({ challengeId: data.challenge_id, credential });
}

/** Signs in with the device alone; `answer` is what was sent, `outcome` what came of it. */
export async function signInWithPasskey(
  product: TestProduct,
  device: SoftwareAuthenticator,
  mischief: Mischief = {},
) {
  const client = authClient(product);
  const { data, error } = await client.passkey.startAuthentication();
  if (error) throw error;
  const credential = device.get(data.options as unknown as RequestOptions, mischief);
  const response = { challengeId: data.challenge_id, credential };
  return { client, answer: response, outcome: await client.passkey.verifyAuthentication(response) };
}
