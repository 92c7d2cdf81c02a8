import { DeferredEmailsRepository } from '../../src/modules/notifications/sending/deferred-emails.repository.js';
import type { ClaimedEmail } from '../../src/modules/notifications/sending/sending.queries.js';
import { SendingRepository } from '../../src/modules/notifications/sending/sending.repository.js';
import { cancelWaiting, whileLocked } from '../support/service-faults.js';
import { startEmailFixture, welcomeEmail } from '../support/email-fixture.js';
import { useFixture } from '../support/fixtures.js';

/** What keeps two workers from sending or ending the same email. No worker runs; the test plays both. */
describe('the lease of an email', () => {
  let sending: SendingRepository;
  let deferred: DeferredEmailsRepository;
  let now: Date;
  const after = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
  const lease = (worker: string, start = now) => ({ worker, now: start });
  const leaseUntil = async (id: string) => {
    const [row] = await product.database.query<{ until: Date }>({
      text: 'select lease_until as until from emails where id = $1',
      values: [id],
    });
    return row!.until;
  };
  const expire = (id: string) =>
    product.database.query({
      text: `update emails set lease_until = now() - interval '1 ms' where id = $1`,
      values: [id],
    });
  const ended = (finishedAt: Date, smtpResponse: string | null = '451 Try later') =>
    ({ outcome: 'deferred', smtpResponse, error: 'deferred', finishedAt }) as const;
  const claimed = async (worker = 'first'): Promise<ClaimedEmail> => {
    const email = await sending.claim(
      await product.queueEmail(welcomeEmail('reader@example.com')),
      lease(worker),
    );
    return email!;
  };

  const product = useFixture(startEmailFixture);
  beforeAll(async () => {
    sending = new SendingRepository(product.database);
    deferred = new DeferredEmailsRepository(product.database);
  });
  beforeEach(async () => {
    await product.database.query({ text: 'truncate emails cascade' });
    now = product.clock.now();
  });

  it('goes to one worker, with everything needed to send the email', async () => {
    const id = await product.queueEmail(welcomeEmail('reader@example.com'));
    const claims = await Promise.all(['first', 'second'].map((worker) => sending.claim(id, lease(worker))));
    const [email, ...others] = claims.filter((claim) => claim !== undefined);
    expect(others).toEqual([]);
    expect(email).toMatchObject({ id, recipient: 'reader@example.com', attempts: 1, attemptStartedAt: now });
    expect(await sending.whyUnclaimable(id)).toMatchObject({ status: 'sending', nextAttemptAt: null });
  });

  it('expires by the clock of the database, not of a worker', async () => {
    const { id } = await claimed();
    expect(await sending.confirmExpired(id)).toBe(false);
    expect(await sending.takeOver(id, lease('second', after(3600)))).toBeUndefined();

    await expire(id);
    expect(await sending.confirmExpired(id)).toBe(true);
    await sending.renew([id], 'first');
    expect(await sending.confirmExpired(id)).toBe(false);
    expect(await sending.takeOver(id, lease('second', after(3600)))).toBeUndefined();
  });

  it("doesn't count as expired while the email couldn't be recorded", async () => {
    const { id } = await claimed();
    await expire(id);
    await whileLocked(product, 'inbox_entries', async () => {
      const confirmed = sending.confirmExpired(id);
      await cancelWaiting(product);
      await expect(confirmed).rejects.toThrow('canceling statement');
    });
    expect(await sending.confirmExpired(id)).toBe(true);
  });

  it('is taken over once, after it has expired, and the former holder can no longer end the email', async () => {
    const first = await claimed();
    const { id } = first;
    await expire(id);

    const takeovers = await Promise.all(
      ['second', 'third'].map((worker) => sending.takeOver(id, lease(worker, after(5)))),
    );
    const [email, ...others] = takeovers.filter((takeover) => takeover !== undefined);
    expect(others).toEqual([]);
    expect(email).toMatchObject({ id, attempts: 2, attemptStartedAt: after(5), template: 'welcome' });
    expect(await product.emailAttempts(id)).toEqual([
      { number: 1, outcome: 'interrupted', smtp_response: null },
    ]);

    const until = await leaseUntil(id);
    await sending.renew([id], 'first');
    await sending.release(first, after(6));
    await sending.defer(first, ended(after(6)), { attemptAt: after(30), early: false });
    expect(await sending.fail(first, ended(after(6)))).toBe(false);
    expect(await leaseUntil(id)).toEqual(until);

    await sending.renew([id], email!.leasedBy);
    expect((await leaseUntil(id)).getTime()).toBeGreaterThan(until.getTime());
    expect(await sending.fail(email!, ended(after(7)))).toBe(true);
    expect(await product.emailRow(id)).toMatchObject({
      status: 'failed',
      attempts: 2,
      last_error: 'deferred',
    });
    expect((await product.emailAttempts(id)).map(({ number }) => number)).toEqual([1, 2]);
  });

  it('ends when the email is deferred; after an outage, emails are brought forward at the pace of the server', async () => {
    const emails = [await claimed(), await claimed(), await claimed(), await claimed()];
    for (const [index, email] of emails.entries()) {
      expect(await deferred.isServerSuspect(after(10))).toBe(index === 3);
      await sending.defer(email, ended(after(index)), { attemptAt: after(3600), early: false });
    }
    const [oldest, ...later] = await Promise.all(emails.map(({ id }) => getEventId(id)));
    expect(await deferred.bringForward(after(10))).toEqual([]);
    expect(await deferred.bringOneForward(after(10))).toEqual([oldest]);
    expect(await product.emailRow(emails[0]!.id)).toMatchObject({ next_attempt_at: after(10) });
    const early = await sending.claim(emails[0]!.id, lease('second', after(10)));
    expect(early).toMatchObject({ attempts: 2, scheduledAttemptAt: after(3600) });

    await product.database.query({
      text: `update emails set status = 'sent', sent_at = $2 where id = $1`,
      values: [early!.id, after(11)],
    });
    expect(await deferred.isServerSuspect(after(12))).toBe(false);
    expect(await deferred.bringForward(after(12))).toEqual(expect.arrayContaining(later.slice(0, 2)));
    expect(await deferred.bringForward(after(12))).toEqual(later.slice(2));
    expect(await deferred.bringForward(after(12))).toEqual([]);
  });

  async function getEventId(id: string): Promise<string> {
    const [row] = await product.database.query<{ event_id: string }>({
      text: 'select event_id from emails where id = $1',
      values: [id],
    });
    return row!.event_id;
  }
});
