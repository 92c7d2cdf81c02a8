import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.js';
import { callAuth, send } from '../support/http.js';
import { waitForEmail } from '../support/mailbox.js';
import { accessTokenOf, createUser } from '../support/users.js';
import { testEnvironment } from '../support/test-environment.js';
import { addVirtualAuthenticator } from '../support/virtual-authenticator.js';

interface WireResponse {
  status: number;
  body: Record<string, unknown>;
}

/** Runs a WebAuthn ceremony in the page: options from the service, credential from the device, verification by the service. */
function runCeremony(
  page: Page,
  ceremony: 'registration' | 'authentication',
  token?: string,
): Promise<WireResponse> {
  return page.evaluate(
    async ([kind, bearer]) => {
      const post = async (step: string, body: object) => {
        const response = await fetch(`/api/auth/v1/passkeys/${kind}/${step}`, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            'X-Supabase-Api-Version': '2024-01-01',
            ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
          },
          body: JSON.stringify(body),
        });
        return { status: response.status, body: (await response.json()) as Record<string, unknown> };
      };
      const challenge = await post('options', {});
      if (challenge.status !== 200) return challenge;
      const options = challenge.body['options'] as never;
      const created =
        kind === 'registration'
          ? await navigator.credentials.create({
              publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
            })
          : await navigator.credentials.get({
              publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
            });
      const credential = (created as PublicKeyCredential).toJSON() as object;
      return post('verify', { challenge_id: challenge.body['challenge_id'], credential });
    },
    [ceremony, token ?? ''] as const,
  );
}

test('registers a passkey, signs in without a password, and notifies the owner', async ({ page }) => {
  const user = await createUser();
  const token = await accessTokenOf(user);
  await page.goto('/auth');
  await addVirtualAuthenticator(page);

  const registered = await runCeremony(page, 'registration', token);

  expect(registered).toMatchObject({
    status: 200,
    body: { friendly_name: expect.stringMatching(/Chrome|Chromium/) },
  });
  await waitForEmail(user.email, 'A passkey was added');

  const signedIn = await runCeremony(page, 'authentication');

  expect(signedIn).toMatchObject({ status: 200, body: { user: { email: user.email } } });
  const session = signedIn.body['access_token'] as string;
  const { body } = await send(`${testEnvironment.siteUrl}/api/account/v1/sessions`, {
    method: 'GET',
    token: session,
  });
  expect(body['sessions']).toMatchObject([
    { current: true, device: expect.stringMatching(/ on Linux$/) },
    {},
    {},
  ]);
  const deviceCookies = (await page.context().cookies()).filter(({ name }) => name === 'device');
  expect(deviceCookies).toMatchObject([{ httpOnly: true, sameSite: 'Lax', path: '/api/auth/v1' }]);
  await waitForEmail(user.email, 'New sign-in to your account');
  expect((await callAuth('logout', {}, { token: session })).status).toBe(204);
});

test('cannot sign in on a device without a passkey', async ({ page }) => {
  await page.goto('/auth');
  await addVirtualAuthenticator(page);
  await expect(runCeremony(page, 'authentication')).rejects.toThrow(
    /NotAllowedError|timed out or was not allowed/,
  );
});
