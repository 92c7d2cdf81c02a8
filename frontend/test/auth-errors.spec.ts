import { authActions, createAuthClient } from '../src/lib/session/create-auth-client';
import { network, type MockResponse } from './support/network';
import { AUTH, authErrorResponse } from './support/responses';

const { signUp, signIn } = authActions(createAuthClient());
const ACTIONS = [
  ['sign-up', () => signUp('ada@example.com', 'secret1', 'Ada Lovelace', undefined)],
  ['sign-in', () => signIn('ada@example.com', 'secret1', undefined)],
] as const;

const respondWith = (response: MockResponse) => {
  network.on(`POST ${AUTH}/signup`, response);
  network.on(`POST ${AUTH}/token`, response);
};

describe.each(ACTIONS)('a failed %s', (_, act) => {
  it.each([
    [422, 'signup_disabled', 'Signups not allowed for this instance'],
    // Other screens replace these messages with their own.
    [429, 'over_email_send_rate_limit', 'You can only request this after 42 seconds.'],
    [429, 'over_sms_send_rate_limit', 'You can only request this after 42 seconds.'],
    [403, 'otp_expired', 'Email link is invalid or has expired'],
    [403, 'insufficient_aal', 'AAL2 session is required'],
    [504, 'request_timeout', 'The request took too long.'],
    [500, 'unexpected_failure', 'Something went wrong. Please try again later.'],
    [503, 'service_unavailable', 'Sign-in is down for maintenance until 9:00.'],
  ])('keeps the server’s message for %s %s', async (status, code, message) => {
    respondWith(authErrorResponse(status, code, message));
    expect(await act()).toMatchObject({ error: { message } });
  });

  it('says whether the server could not be reached or responded without a message', async () => {
    respondWith('offline');
    expect((await act()).error?.message).toMatch(/couldn’t reach the server/);
    respondWith({ status: 502 });
    expect((await act()).error?.message).toBe('Something went wrong on our end. Please try again.');
  });

  it.each([
    ['without a body', { body: undefined }],
    ['without a user', { body: {} }],
  ])('is unexpected after a successful response %s', async (_missing, response) => {
    respondWith(response);
    await expect(act()).rejects.toBeInstanceOf(Error);
  });
});
