import type { SmsList } from '@subscription-site/shared/contracts';
import { DeliverEvent } from '../../src/platform/outbox/deliver-event.js';
import { SmsFailedError } from '../../src/platform/sms/sms-sender.js';
import { TwilioSmsSender } from '../../src/platform/sms/twilio-sms-sender.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { authClient } from '../support/auth.js';
import { eventually } from '../support/eventually.js';
import { whileFailing } from '../support/service-faults.js';
import { createUser, type SignedInUser } from '../support/users.js';
import { useFixture } from '../support/fixtures.js';
import { startSmsFixture, startSmsProvider } from '../support/sms-provider.js';
import { useWorker } from '../support/worker.js';

describe('text messages in the support console', () => {
  const product = useFixture(startSmsFixture, { AUTH_PHONE_ENABLED: 'on' });
  const worker = useWorker(product);
  let support: SignedInUser;
  beforeAll(async () => {
    support = await createUser(product, { role: 'support' });
  });

  const list = async (query = '', by = support): Promise<{ status: number; body: SmsList }> => {
    const response = await fetch(`${product.url}/api/admin/v1/sms${query}`, { headers: by.headers });
    return { status: response.status, body: (await response.json()) as SmsList };
  };
  let numbers = 15_550_300_000;
  /** Requests a code for a new number, and waits until its message was processed. */
  const requestCode = async (): Promise<string> => {
    const phone = String(++numbers);
    expect((await authClient(product).signInWithOtp({ phone })).error).toBeNull();
    await eventually(async () => {
      const { body } = await list(`?recipient=${phone}`);
      expect(body.items[0]?.finishedAt).toEqual(expect.any(String));
    });
    return phone;
  };
  const metrics = (): Promise<string> => worker.get(Metrics).registry.metrics();

  it('are listed with their status, without their codes', async () => {
    const sent = await requestCode();
    product.sms.failures.push(400);
    const rejected = await requestCode();
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body.items.slice(0, 2)).toEqual([
      expect.objectContaining({
        recipient: rejected,
        status: 'failed',
        lastError: '400 The number is not reachable',
        providerId: null,
      }),
      {
        id: expect.any(String),
        userId: expect.any(String),
        recipient: sent,
        purpose: expect.stringMatching(/^sms/),
        channel: 'sms',
        status: 'sent',
        providerId: expect.stringMatching(/^SM/),
        lastError: null,
        createdAt: expect.stringMatching(/Z$/),
        finishedAt: expect.stringMatching(/Z$/),
      },
    ]);
    const code = /^\d{6}/.exec(product.sms.messages.find(({ to }) => to === `+${sent}`)!.text)![0];
    expect(JSON.stringify(body).replaceAll(sent, '').replaceAll(rejected, '')).not.toContain(code);
  });

  it('are sent once even if the database cancels recording them', async () => {
    let phone!: string;
    await whileFailing(
      product,
      'sms_messages',
      `case new.status when 'sent' then '57014' end`,
      2,
      async () => {
        phone = String(++numbers);
        expect((await authClient(product).signInWithOtp({ phone })).error).toBeNull();
      },
    );
    await eventually(async () => {
      expect((await list(`?recipient=${phone}`)).body.items[0]).toMatchObject({ status: 'sent' });
    });
    expect(product.sms.messages.filter(({ to }) => to === `+${phone}`)).toHaveLength(1);
  });

  describe('whose event is delivered again while the provider is responding', () => {
    /** Requests a code, and delivers the event of its message again before the provider responds. */
    const requestWithRedelivery = async (secondsLater: number): Promise<SmsList['items'][number]> => {
      const responding = Promise.withResolvers<void>();
      product.sms.beforeResponse = responding.promise;
      const phone = String(++numbers);
      const received = () => product.sms.messages.filter(({ to }) => to === `+${phone}`);
      try {
        expect((await authClient(product).signInWithOtp({ phone })).error).toBeNull();
        await eventually(async () => expect(received()).toHaveLength(1));
        const [sms] = (await list(`?recipient=${phone}`)).body.items;
        const [event] = await product.database.query<{ id: string }>({
          text: `select id from outbox_events where payload ->> 'smsId' = $1`,
          values: [sms!.id],
        });
        product.clock.advance(secondsLater);
        await worker.get(DeliverEvent).deliver(event!.id, new AbortController().signal);
      } finally {
        responding.resolve();
      }
      await eventually(async () => {
        expect((await list(`?recipient=${phone}`)).body.items[0]!.finishedAt).not.toBeNull();
      });
      expect(received()).toHaveLength(1);
      return (await list(`?recipient=${phone}`)).body.items[0]!;
    };

    it('are sent once', async () => {
      expect(await requestWithRedelivery(0)).toMatchObject({ status: 'sent', lastError: null });
    });

    it('fail if the response is still unknown after five minutes', async () => {
      expect(await requestWithRedelivery(301)).toMatchObject({
        status: 'failed',
        lastError: 'The worker stopped while sending. The message may have been sent.',
      });
    });
  });

  it('fail if the provider does not respond', async () => {
    product.sms.failures.push('no response');
    const phone = await requestCode();
    expect((await list(`?recipient=${phone}`)).body.items[0]).toMatchObject({
      status: 'failed',
      lastError: 'The provider did not respond. The message may have been sent.',
    });
    expect(product.sms.messages.filter(({ to }) => to === `+${phone}`)).toHaveLength(1);
  });

  it('are retried if the provider is unavailable', async () => {
    const phone = String(++numbers);
    product.sms.failures.push(503);
    expect((await authClient(product).signInWithOtp({ phone })).error).toBeNull();
    await eventually(async () => {
      expect((await list(`?recipient=${phone}`)).body.items[0]).toMatchObject({ status: 'sent' });
    });
    const stopped = await startSmsProvider();
    await stopped.close();
    const { auth } = product.settings;
    const twilio = { ...auth.sms.twilio!, apiUrl: stopped.url };
    const sender = new TwilioSmsSender({
      ...product.settings,
      auth: { ...auth, sms: { ...auth.sms, twilio } },
    });
    const sms = { to: phone, channel: 'sms', text: 'Hello' } as const;
    await expect(sender.send(sms, new AbortController().signal)).rejects.not.toThrow(SmsFailedError);
  });

  it('are filtered by number in any notation, by status and by date, and paged', async () => {
    const phone = await requestCode();
    const notations = encodeURIComponent(`+${phone.slice(0, 1)} (${phone.slice(1, 4)}) ${phone.slice(4)}`);
    expect((await list(`?recipient=${notations}`)).body.items).toHaveLength(1);
    const all = (await list()).body.items;
    expect((await list('?recipient=1555')).body.items).toEqual(all);
    expect((await list('?recipient=999')).body.items).toEqual([]);
    const failed = (await list('?status=failed')).body.items;
    expect(failed).toEqual(all.filter(({ status }) => status === 'failed'));
    expect(failed.length).toBeGreaterThan(0);
    const { createdAt } = all[0]!;
    expect((await list(`?createdFrom=${createdAt}`)).body.items).toEqual([all[0]]);
    expect((await list(`?createdTo=${createdAt}`)).body.items).toEqual(all.slice(1));
    const first = (await list('?limit=1')).body;
    expect(first.items).toEqual([all[0]]);
    expect((await list(`?limit=1&cursor=${first.nextCursor!}`)).body.items).toEqual([all[1]]);
  });

  it('are counted in metrics', async () => {
    const count = async (outcome: string): Promise<number> => {
      const line = new RegExp(`^sms_total\\{purpose="\\w+",outcome="${outcome}"\\} (\\d+)$`, 'gm');
      return [...(await metrics()).matchAll(line)].reduce((sum, [, value]) => sum + Number(value), 0);
    };
    const before = {
      sent: await count('sent'),
      failed: await count('failed'),
      deferred: await count('deferred'),
    };
    await requestCode();
    product.sms.failures.push(400);
    await requestCode();
    expect(await count('sent')).toBe(before.sent + 1);
    expect(await count('failed')).toBe(before.failed + 1);
    expect(await metrics()).toMatch(/^sms_unsent\{status="failed"\} \d+$/m);
    product.sms.failures.push(500);
    await authClient(product).signInWithOtp({ phone: String(++numbers) });
    await eventually(async () => expect(await count('deferred')).toBeGreaterThan(before.deferred));
  });

  it('are restricted to staff', async () => {
    const customer = await createUser(product, {});
    expect((await list('', customer)).status).toBe(403);
    expect((await fetch(`${product.url}/api/admin/v1/sms`)).status).toBe(401);
    expect((await list('?recipient=abc')).status).toBe(422);
    expect((await list('?status=lost')).status).toBe(422);
    expect((await list('?cursor=x')).status).toBe(422);
  });
});
