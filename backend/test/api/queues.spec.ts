import type { QueueMetrics, QueueOverview } from '@subscription-site/shared/contracts';
import { eventually } from '../support/eventually.js';
import { aPerson, type Person } from '../support/users.js';
import { aWelcome, startTestSmtpServer, type TestSmtpServer } from '../support/test-smtp-server.js';

interface ApiResponse<T> {
  status: number;
  body: T;
}

async function call<T = Record<string, unknown>>(
  post: TestSmtpServer,
  by: Person,
  path: string,
  method = 'GET',
): Promise<ApiResponse<T>> {
  const response = await fetch(`${post.url}/api/admin/v1/${path}`, { method, headers: by.headers });
  return { status: response.status, body: (await response.json()) as T };
}

describe('operators and the queues', () => {
  let post: TestSmtpServer;
  let admin: Person;
  let support: Person;
  beforeAll(async () => {
    post = await startTestSmtpServer();
    await post.startWorker();
    [admin, support] = await Promise.all([
      aPerson(post, { role: 'admin' }),
      aPerson(post, { role: 'support' }),
    ]);
  });
  afterAll(() => post?.stop());

  const metricsOf = async (name: string): Promise<QueueMetrics> =>
    (await call<QueueOverview>(post, support, 'queues')).body.queues.find((queue) => queue.name === name)!;

  it('hold a queue, which then takes nothing and loses nothing, and let it go on', async () => {
    const paused = await call<QueueMetrics>(post, admin, 'queues/email/pause', 'POST');
    expect(paused).toMatchObject({ status: 200, body: { name: 'email', paused: true } });
    const emailIds = await Promise.all([1, 2, 3].map(() => post.queue(aWelcome('held@example.com'))));
    expect(await metricsOf('email')).toMatchObject({ waiting: 3, active: 0, paused: true });
    post.clock.advance(90);
    expect((await metricsOf('email')).oldestDueSeconds).toBeGreaterThanOrEqual(89);
    expect(await post.emailsTo('held@example.com')).toEqual([]);

    expect((await call<QueueMetrics>(post, admin, 'queues/email/resume', 'POST')).body.paused).toBe(false);

    await eventually(async () => expect(await post.emailsTo('held@example.com')).toHaveLength(3));
    await eventually(async () => expect((await metricsOf('email')).waiting).toBe(0));
    // An email has arrived before it is noted as sent.
    await eventually(async () => {
      const { body } = await call<QueueOverview>(post, support, 'queues');
      expect(body).toMatchObject({ redis: 'up', emails: { sent: emailIds.length, failed: 0 } });
    });
    const acts = await post.database.query({
      text: `select action, actor_id, subject_id from audit_entries where action like 'queue.%' order by at`,
    });
    expect(acts).toEqual([
      { action: 'queue.paused', actor_id: admin.id, subject_id: 'email' },
      { action: 'queue.resumed', actor_id: admin.id, subject_id: 'email' },
    ]);
  });

  it('show an email that waits for its next try as delayed and failing', async () => {
    await post.trouble({ reject: { code: 451, to: 'later@example.com', count: 1 } });
    const emailId = await post.queue(aWelcome('later@example.com'));
    await eventually(async () =>
      expect(await post.row(emailId)).toMatchObject({ status: 'queued', attempts: 1 }),
    );
    await eventually(async () => expect(await metricsOf('email')).toMatchObject({ delayed: 1, failing: 1 }));
    post.clock.advance(10);
    await eventually(async () => expect(await metricsOf('email')).toMatchObject({ delayed: 0, failing: 0 }));
  });

  it('are administrators: support may only look', async () => {
    expect((await call(post, support, 'queues/email/pause', 'POST')).status).toBe(403);
    expect((await metricsOf('email')).paused).toBe(false);
    expect((await call(post, admin, 'queues/nothing/pause', 'POST')).status).toBe(422);
  });
});

describe('operators while Redis is away', () => {
  it('see what waits, and are told that a queue cannot be held now', async () => {
    const post = await startTestSmtpServer({ REDIS_URL: 'redis://127.0.0.1:1' });
    try {
      const admin = await aPerson(post, { role: 'admin' });
      await post.queue(aWelcome('waiting@example.com'));
      const { status, body } = await call<QueueOverview>(post, admin, 'queues');
      expect(status).toBe(200);
      expect(body).toMatchObject({ redis: 'down', emails: { queued: 1 } });
      expect(body.queues.find(({ name }) => name === 'email')).toMatchObject({ waiting: 1, active: 0 });
      expect(await call(post, admin, 'queues/email/pause', 'POST')).toMatchObject({
        status: 503,
        body: { code: 'service_unavailable' },
      });
    } finally {
      await post.stop();
    }
  });
});
