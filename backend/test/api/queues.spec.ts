import type { QueueFigures, QueueOverview } from '@subscription-site/shared/contracts';
import { eventually } from '../support/eventually.js';
import { aPerson, type Person } from '../support/people.js';
import { aWelcome, startTestPost, type TestPost } from '../support/test-post.js';

interface Answer<T> {
  status: number;
  body: T;
}

async function call<T = Record<string, unknown>>(
  post: TestPost,
  by: Person,
  path: string,
  method = 'GET',
): Promise<Answer<T>> {
  const answer = await fetch(`${post.url}/api/admin/v1/${path}`, { method, headers: by.headers });
  return { status: answer.status, body: (await answer.json()) as T };
}

describe('operators and the queues', () => {
  let post: TestPost;
  let admin: Person;
  let support: Person;
  beforeAll(async () => {
    post = await startTestPost();
    await post.startWorker();
    [admin, support] = await Promise.all([
      aPerson(post, { role: 'admin' }),
      aPerson(post, { role: 'support' }),
    ]);
  });
  afterAll(() => post?.stop());

  const figuresOf = async (name: string): Promise<QueueFigures> =>
    (await call<QueueOverview>(post, support, 'queues')).body.queues.find((queue) => queue.name === name)!;

  it('hold a queue, which then takes nothing and loses nothing, and let it go on', async () => {
    const paused = await call<QueueFigures>(post, admin, 'queues/mail/pause', 'POST');
    expect(paused).toMatchObject({ status: 200, body: { name: 'mail', paused: true } });
    const emailIds = await Promise.all([1, 2, 3].map(() => post.queue(aWelcome('held@example.com'))));
    expect(await figuresOf('mail')).toMatchObject({ waiting: 3, active: 0, paused: true });
    post.clock.advance(90);
    expect((await figuresOf('mail')).oldestDueSeconds).toBeGreaterThanOrEqual(89);
    expect(await post.mailsTo('held@example.com')).toEqual([]);

    expect((await call<QueueFigures>(post, admin, 'queues/mail/resume', 'POST')).body.paused).toBe(false);

    await eventually(async () => expect(await post.mailsTo('held@example.com')).toHaveLength(3));
    await eventually(async () => expect((await figuresOf('mail')).waiting).toBe(0));
    // A mail has arrived before it is noted as sent.
    await eventually(async () => {
      const { body } = await call<QueueOverview>(post, support, 'queues');
      expect(body).toMatchObject({ redis: 'up', emails: { sent: emailIds.length, failed: 0 } });
    });
    const acts = await post.database.query({
      text: `select action, actor_id, subject_id from audit_entries where action like 'queue.%' order by at`,
    });
    expect(acts).toEqual([
      { action: 'queue.pause-ordered', actor_id: admin.id, subject_id: 'mail' },
      { action: 'queue.resume-ordered', actor_id: admin.id, subject_id: 'mail' },
    ]);
  });

  it('show a mail that waits for its next try as delayed and failing', async () => {
    await post.trouble({ reject: { code: 451, to: 'later@example.com', count: 1 } });
    const emailId = await post.queue(aWelcome('later@example.com'));
    await eventually(async () =>
      expect(await post.row(emailId)).toMatchObject({ status: 'queued', attempts: 1 }),
    );
    await eventually(async () => expect(await figuresOf('mail')).toMatchObject({ delayed: 1, failing: 1 }));
    post.clock.advance(10);
    await eventually(async () => expect(await figuresOf('mail')).toMatchObject({ delayed: 0, failing: 0 }));
  });

  it('are administrators: support may only look', async () => {
    expect((await call(post, support, 'queues/mail/pause', 'POST')).status).toBe(403);
    expect((await figuresOf('mail')).paused).toBe(false);
    expect((await call(post, admin, 'queues/nothing/pause', 'POST')).status).toBe(422);
  });
});

describe('operators while Redis is away', () => {
  it('see what waits, and are told that a queue cannot be held now', async () => {
    const post = await startTestPost({ REDIS_URL: 'redis://127.0.0.1:1' });
    try {
      const admin = await aPerson(post, { role: 'admin' });
      await post.queue(aWelcome('waiting@example.com'));
      const { status, body } = await call<QueueOverview>(post, admin, 'queues');
      expect(status).toBe(200);
      expect(body).toMatchObject({ redis: 'down', emails: { queued: 1 } });
      expect(body.queues.find(({ name }) => name === 'mail')).toMatchObject({ waiting: 1, active: 0 });
      expect(await call(post, admin, 'queues/mail/pause', 'POST')).toMatchObject({
        status: 503,
        body: { code: 'service_unavailable' },
      });
    } finally {
      await post.stop();
    }
  });
});
