import type { QueueMetrics, QueueOverview } from '@subscription-site/shared/contracts';
import { callApi } from '../support/call-api.js';
import { eventually } from '../support/eventually.js';
import { createUser, type SignedInUser } from '../support/users.js';
import { welcomeEmail, startEmailFixture } from '../support/email-fixture.js';
import { useFixture } from '../support/fixtures.js';
import { useWorker } from '../support/worker.js';

describe('queue administration', () => {
  const product = useFixture(startEmailFixture);
  useWorker(product);
  let admin: SignedInUser;
  let support: SignedInUser;
  beforeAll(async () => {
    [admin, support] = await Promise.all([
      createUser(product, { role: 'admin' }),
      createUser(product, { role: 'support' }),
    ]);
  });

  const getMetrics = async (name: string): Promise<QueueMetrics> =>
    (await callApi<QueueOverview>(product, support.headers, 'GET', 'admin/v1/queues')).body.queues.find(
      (queue) => queue.name === name,
    )!;

  it('pauses a queue, which processes nothing and loses nothing, and resumes it', async () => {
    const reason = 'The mail server is down.';
    const paused = await callApi<QueueMetrics>(
      product,
      admin.headers,
      'POST',
      'admin/v1/queues/email/pause',
      { reason },
    );
    expect(paused).toMatchObject({ status: 200, body: { name: 'email', paused: true } });
    const emailIds = await Promise.all(
      [1, 2, 3].map(() => product.queueEmail(welcomeEmail('held@example.com'))),
    );
    expect(await getMetrics('email')).toMatchObject({ waiting: 3, active: 0, paused: true });
    product.clock.advance(90);
    expect((await getMetrics('email')).oldestDueSeconds).toBeGreaterThanOrEqual(89);
    expect(await product.emailsTo('held@example.com')).toEqual([]);

    expect(
      (await callApi<QueueMetrics>(product, admin.headers, 'POST', 'admin/v1/queues/email/resume')).body
        .paused,
    ).toBe(false);

    await eventually(async () => expect(await product.emailsTo('held@example.com')).toHaveLength(3));
    await eventually(async () => expect((await getMetrics('email')).waiting).toBe(0));
    // An email arrives before it is marked as sent.
    await eventually(async () => {
      const { body } = await callApi<QueueOverview>(product, support.headers, 'GET', 'admin/v1/queues');
      expect(body).toMatchObject({ redis: 'up', emails: { sent: emailIds.length, failed: 0 } });
    });
    const acts = await product.database.query({
      text: `select action, actor_id, subject_id, details->>'reason' reason from audit_entries where action like 'queue.%' order by at`,
    });
    expect(acts).toEqual([
      { action: 'queue.paused', actor_id: admin.id, subject_id: 'email', reason },
      { action: 'queue.resumed', actor_id: admin.id, subject_id: 'email', reason: null },
    ]);
  });

  it('shows an email waiting for a retry as delayed and failing', async () => {
    await product.setMailServerControls({ reject: { code: 451, to: 'later@example.com', count: 1 } });
    const emailId = await product.queueEmail(welcomeEmail('later@example.com'));
    await eventually(async () =>
      expect(await product.emailRow(emailId)).toMatchObject({ status: 'queued', attempts: 1 }),
    );
    await eventually(async () => expect(await getMetrics('email')).toMatchObject({ delayed: 1, failing: 1 }));
    product.clock.advance(10);
    await eventually(async () => expect(await getMetrics('email')).toMatchObject({ delayed: 0, failing: 0 }));
  });

  it('rejects an unknown queue', async () => {
    expect((await callApi(product, admin.headers, 'POST', 'admin/v1/queues/nothing/pause')).status).toBe(422);
  });
});

describe('queue administration while Redis is unavailable', () => {
  it('shows waiting work and reports that a queue cannot be paused now', async () => {
    const product = await startEmailFixture({ REDIS_URL: 'redis://127.0.0.1:1' });
    try {
      const admin = await createUser(product, { role: 'admin' });
      await product.queueEmail(welcomeEmail('waiting@example.com'));
      const { status, body } = await callApi<QueueOverview>(product, admin.headers, 'GET', 'admin/v1/queues');
      expect(status).toBe(200);
      expect(body).toMatchObject({ redis: 'down', emails: { queued: 1 } });
      expect(body.queues.find(({ name }) => name === 'email')).toMatchObject({ waiting: 1, active: 0 });
      expect(await callApi(product, admin.headers, 'POST', 'admin/v1/queues/email/pause')).toMatchObject({
        status: 503,
        body: { code: 'service_unavailable' },
      });
    } finally {
      await product.stop();
    }
  });
});
