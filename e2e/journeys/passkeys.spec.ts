import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.js';
import { callAuth, send } from '../support/http.js';
import { waitForMail } from '../support/mailbox.js';
import { tokenOf, withAccount } from '../support/people.js';
import { testEnvironment } from '../support/test-environment.js';
import { giveDevice } from '../support/device.js';

interface WireAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** What a page does: asks the service, then the device, and hands over the answer. */
function ceremony(page: Page, act: 'registration' | 'authentication', token?: string): Promise<WireAnswer> {
  return page.evaluate(
    async ([kind, bearer]) => {
      const post = async (step: string, body: object) => {
        const answer = await fetch(`/api/auth/v1/passkeys/${kind}/${step}`, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            'X-Supabase-Api-Version': '2024-01-01',
            ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
          },
          body: JSON.stringify(body),
        });
        return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
      };
      const asked = await post('options', {});
      if (asked.status !== 200) return asked;
      const options = asked.body['options'] as never;
      const made =
        kind === 'registration'
          ? await navigator.credentials.create({
              publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
            })
          : await navigator.credentials.get({
              publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
            });
      const credential = (made as PublicKeyCredential).toJSON() as object;
      return post('verify', { challenge_id: asked.body['challenge_id'], credential });
    },
    [act, token ?? ''] as const,
  );
}

test('a passkey is made in the browser, signs in there without name and password, and its owner is told', async ({
  page,
}) => {
  const person = await withAccount();
  const token = await tokenOf(person);
  await page.goto('/auth');
  await giveDevice(page);

  const added = await ceremony(page, 'registration', token);

  expect(added).toMatchObject({
    status: 200,
    body: { friendly_name: expect.stringMatching(/Chrome|Chromium/) },
  });
  await waitForMail(person.email, 'A passkey was added');

  const came = await ceremony(page, 'authentication');

  expect(came).toMatchObject({ status: 200, body: { user: { email: person.email } } });
  const session = came.body['access_token'] as string;
  const { body } = await send(`${testEnvironment.siteUrl}/api/account/v1/sessions`, {
    method: 'GET',
    token: session,
  });
  expect(body['sessions']).toMatchObject([
    { current: true, device: expect.stringMatching(/ on Linux$/) },
    {},
    {},
  ]);
  const marks = (await page.context().cookies()).filter(({ name }) => name === 'device');
  expect(marks).toMatchObject([{ httpOnly: true, sameSite: 'Lax', path: '/api/auth/v1' }]);
  await waitForMail(person.email, 'New sign-in to your account');
  expect((await callAuth('logout', {}, { token: session })).status).toBe(204);
});

test('a passkey on a device that has none of ours asks for nothing and opens nothing', async ({ page }) => {
  await page.goto('/auth');
  await giveDevice(page);
  await expect(ceremony(page, 'authentication')).rejects.toThrow(
    /NotAllowedError|timed out or was not allowed/,
  );
});
