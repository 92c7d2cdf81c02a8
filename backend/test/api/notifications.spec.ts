import { eventually } from '../support/eventually.js';
import { aPerson, type Person } from '../support/people.js';
import { startTestPost, type TestPost } from '../support/test-post.js';

describe('send-welcome-email', () => {
  let post: TestPost;
  beforeAll(async () => (post = await startTestPost()));
  afterAll(() => post?.stop());

  const bodyFor = (person: Person, changes: object = {}): object => ({
    email: person.email,
    name: 'Somebody Else',
    isFreeTrial: false,
    subscriptionTier: 'free',
    ...changes,
  });

  async function send(body: object, headers: Record<string, string> = {}) {
    const answer = await fetch(`${post.url}/api/functions/v1/send-welcome-email`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  }

  it('welcomes a customer on trial to it once, however often and in parallel it is called', async () => {
    const person = await aPerson(post);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(bodyFor(person), person.headers)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(answers.filter(({ body }) => body.queued === true)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.emailId)).size).toBe(1);

    await post.startWorker();
    const [mail] = await eventually(async () => {
      const mails = await post.mailsTo(person.email);
      expect(mails).toHaveLength(1);
      return mails;
    });
    const { text, html } = await post.open(mail!);
    expect(text).toContain('Hello Ada Person.');
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
    expect(await post.mailsTo(person.email)).toEqual([]);
    await post.calm();
  });

  it('takes the address in any spelling', async () => {
    const person = await aPerson(post);
    const answer = await send(bodyFor(person, { email: ` ${person.email.toUpperCase()} ` }), person.headers);
    expect(answer).toMatchObject({ status: 202, body: { queued: true } });
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

  it('refuses strangers, other people’s addresses and plans that the account is not on', async () => {
    const person = await aPerson(post);
    const unproven = await aPerson(post, { proven: false });
    const refusal = async (body: object, headers?: Record<string, string>) => {
      const answer = await send(body, headers);
      return `${answer.status} ${answer.body.code as string}`;
    };
    expect(await refusal(bodyFor(person))).toBe('401 unauthorized');
    expect(await refusal(bodyFor(person, { email: 'other@example.com' }), person.headers)).toBe(
      '403 forbidden',
    );
    expect(await refusal(bodyFor(person, { subscriptionTier: 'team' }), person.headers)).toBe(
      '422 tier_mismatch',
    );
    expect(await refusal(bodyFor(unproven), unproven.headers)).toBe('422 tier_mismatch');
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
    const answer = await send(bodyFor(person, changes), person.headers);
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', details: { fields: [{ field }] } },
    });
  });
});
