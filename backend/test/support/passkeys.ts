import type { GoTrueClient } from '@supabase/auth-js';
import { authClient } from './auth.js';
import type { Tampering, SoftwareAuthenticator } from './software-authenticator.js';
import type { TestProduct } from './test-product.js';

export type CreationOptions = Parameters<SoftwareAuthenticator['create']>[0];
export type RequestOptions = Parameters<SoftwareAuthenticator['get']>[0];

/** Registers a passkey on the device for the signed-in user. */
export async function registerPasskey(
  client: GoTrueClient,
  device: SoftwareAuthenticator,
  tampering: Tampering = {},
) {
  const { data, error } = await client.passkey.startRegistration();
  if (error) throw error;
  const credential = device.create(data.options as unknown as CreationOptions, tampering);
  return client.passkey.verifyRegistration({ challengeId: data.challenge_id, credential });
}

/** Signs in with only a passkey; `sent` is the assertion that was sent, `outcome` the result. */
export async function signInWithPasskey(
  product: TestProduct,
  device: SoftwareAuthenticator,
  tampering: Tampering = {},
) {
  const client = authClient(product);
  const { data, error } = await client.passkey.startAuthentication();
  if (error) throw error;
  const credential = device.get(data.options as unknown as RequestOptions, tampering);
  const sent = { challengeId: data.challenge_id, credential };
  return { client, sent, outcome: await client.passkey.verifyAuthentication(sent) };
}
