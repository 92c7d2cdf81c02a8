import { callApi } from '../support/call-api.js';
import { eventually } from '../support/eventually.js';
import { createUser, type SignedInUser } from '../support/users.js';
import { startEmailDelivery } from '../support/email-fixture.js';
import { useShared } from '../support/fixtures.js';

describe('send-welcome-email', () => {
  const product = useShared(startEmailDelivery);

  const bodyFor = (user: SignedInUser, changes: object = {}): object => ({
    email: user.email,
    name: 'Another Name',
    isFreeTrial: false,
    subscriptionTier: 'free',
    ...changes,
  });

  const send = (body: object, headers: Record<string, string> = {}) =>
    callApi(product, headers, 'POST', 'functions/v1/send-welcome-email', body);

  it('sends the welcome email for a trial once, even under concurrent calls, to the address in any spelling', async () => {
    const user = await createUser(product);
    const body = bodyFor(user, { email: ` ${user.email.toUpperCase()} ` });
    const responses = await Promise.all(Array.from({ length: 10 }, () => send(body, user.headers)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([202]));
    expect(responses.filter(({ body }) => body.queued === true)).toHaveLength(1);
    expect(new Set(responses.map(({ body }) => body.emailId)).size).toBe(1);

    const [email] = await eventually(async () => {
      const emails = await product.emailsTo(user.email);
      expect(emails).toHaveLength(1);
      return emails;
    });
    const { text, html } = await product.openEmail(email!);
    expect(text).toContain('Hi Ada Person,');
    expect(text).toContain('14-day free trial');
    expect(html).not.toContain('Another Name');
    expect((await send(bodyFor(user), user.headers)).body.queued).toBe(false);
  });

  it('returns the first response to a repeated Idempotency-Key', async () => {
    const user = await createUser(product);
    const headers = { ...user.headers, 'Idempotency-Key': 'the-same-key' };
    const first = await send(bodyFor(user), headers);
    expect(await send(bodyFor(user), headers)).toEqual(first);
    expect(await send(bodyFor(user, { name: 'Another' }), headers)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
  });

  it("rejects anonymous callers, other users' emails and plans that the account does not have", async () => {
    const user = await createUser(product);
    const unconfirmed = await createUser(product, { confirmed: false });
    const error = async (body: object, headers?: Record<string, string>) => {
      const response = await send(body, headers);
      return `${response.status} ${response.body.code as string}`;
    };
    expect(await error(bodyFor(user))).toBe('401 unauthorized');
    expect(await error(bodyFor(user, { email: 'other@example.com' }), user.headers)).toBe('403 forbidden');
    expect(await error(bodyFor(user, { subscriptionTier: 'team' }), user.headers)).toBe('422 tier_mismatch');
    expect(await error(bodyFor(unconfirmed), unconfirmed.headers)).toBe('422 tier_mismatch');
  });

  it('names each invalid field', async () => {
    const user = await createUser(product);
    for (const [field, value] of [
      ['email', 'x'.repeat(300)],
      ['subscriptionTier', 'custom'],
      ['template', 'x'],
    ] as const)
      expect(await send(bodyFor(user, { [field]: value }), user.headers)).toMatchObject({
        status: 422,
        body: { code: 'validation_failed', details: { fields: [{ field }] } },
      });
  });
});
