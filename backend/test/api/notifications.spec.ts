import { eventually } from '../support/eventually.js';
import { aPerson, type Person } from '../support/users.js';
import { startTestSmtpServer, type TestSmtpServer } from '../support/test-smtp-server.js';

describe('send-welcome-email', () => {
  let post: TestSmtpServer;
  beforeAll(async () => (post = await startTestSmtpServer()));
  afterAll(() => post?.stop());

  const bodyFor = (person: Person, changes: object = {}): object => ({
    email: person.email,
    name: 'Somebody Else',
    isFreeTrial: false,
    subscriptionTier: 'free',
    ...changes,
  });

  async function send(body: object, headers: Record<string, string> = {}) {
    const response = await fetch(`${post.url}/api/functions/v1/send-welcome-email`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  it('welcomes a customer on trial to it once, however often and in parallel it is called', async () => {
    const person = await aPerson(post);
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => send(bodyFor(person), person.headers)),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([202]));
    expect(responses.filter(({ body }) => body.queued === true)).toHaveLength(1);
    expect(new Set(responses.map(({ body }) => body.emailId)).size).toBe(1);

    await post.startWorker();
    const [email] = await eventually(async () => {
      const emails = await post.emailsTo(person.email);
      expect(emails).toHaveLength(1);
      return emails;
    });
    const { text, html } = await post.open(email!);
    expect(text).toContain('Hi Ada Person,');
    expect(text).toContain('14-day free trial');
    expect(html).not.toContain('Somebody Else');
    expect((await send(bodyFor(person), person.headers)).body.queued).toBe(false);
  });

  it('answers at once while the mail server takes its time', async () => {
    const person = await aPerson(post);
    await post.trouble({ delayMs: 6000 });
    const begun = performance.now();
    expect((await send(bodyFor(person), person.headers)).status).toBe(202);
    expect(performance.now() - begun).toBeLessThan(5000);
    expect(await post.emailsTo(person.email)).toEqual([]);
    await post.calm();
  });

  it('takes the address in any spelling', async () => {
    const person = await aPerson(post);
    const response = await send(
      bodyFor(person, { email: ` ${person.email.toUpperCase()} ` }),
      person.headers,
    );
    expect(response).toMatchObject({ status: 202, body: { queued: true } });
  });

  it('gives a repeated call under one Idempotency-Key its first answer', async () => {
    const person = await aPerson(post);
    const headers = { ...person.headers, 'Idempotency-Key': 'the-same-key' };
    const first = await send(bodyFor(person), headers);
    expect(await send(bodyFor(person), headers)).toEqual(first);
    expect(await send(bodyFor(person, { name: 'Another' }), headers)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
  });

  it('rejects strangers, other people’s addresses and plans that the account is not on', async () => {
    const person = await aPerson(post);
    const unconfirmed = await aPerson(post, { confirmed: false });
    const error = async (body: object, headers?: Record<string, string>) => {
      const response = await send(body, headers);
      return `${response.status} ${response.body.code as string}`;
    };
    expect(await error(bodyFor(person))).toBe('401 unauthorized');
    expect(await error(bodyFor(person, { email: 'other@example.com' }), person.headers)).toBe(
      '403 forbidden',
    );
    expect(await error(bodyFor(person, { subscriptionTier: 'team' }), person.headers)).toBe(
      '422 tier_mismatch',
    );
    expect(await error(bodyFor(unconfirmed), unconfirmed.headers)).toBe('422 tier_mismatch');
  });

  it.each([
    ['email', { email: 1 }],
    ['email', { email: 'x'.repeat(300) }],
    ['name', { name: '' }],
    ['isFreeTrial', { isFreeTrial: 'no' }],
    ['subscriptionTier', { subscriptionTier: 'custom' }],
    ['template', { template: 'x' }],
  ])('names a bad %s', async (field, changes) => {
    const person = await aPerson(post);
    const response = await send(bodyFor(person, changes), person.headers);
    expect(response).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', details: { fields: [{ field }] } },
    });
  });
});
