import { RETRY_DELAYS_SECONDS } from '../../src/modules/notifications/sending/retry-schedule.js';
import { Scheduler } from '../../src/platform/worker/scheduler.js';
import { eventually } from '../support/eventually.js';
import { welcomeEmail, startEmailFixture } from '../support/email-fixture.js';
import { useFixture } from '../support/fixtures.js';
import { useWorker } from '../support/worker.js';

const SENT_WITHIN_SECONDS = 60;
const [FIRST, SECOND, THIRD, FOURTH] = RETRY_DELAYS_SECONDS;

/** The clock advances during an outage, to when the next attempts are far away, and a minute after it. */
describe('emails deferred by a mail server outage', () => {
  let outage = 0;
  const getRows = (emailIds: string[]) => Promise.all(emailIds.map((id) => product.emailRow(id)));
  const recipient = (index: number) => `reader-${outage}-${index}@example.com`;
  const queueAll = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => product.queueEmail(welcomeEmail(recipient(index)))),
    );
  const waitForAttempts = (emailIds: string[], attempts: number) =>
    eventually(async () => {
      const rows = await getRows(emailIds);
      expect(rows.filter((row) => row.status !== 'queued' || row.attempts < attempts)).toEqual([]);
    });
  const dueEvents = () =>
    product.database.query({
      text: 'select 1 from outbox_events where done_at is null and due_at <= $1',
      values: [product.clock.now()],
    });
  const expectAllSent = async (emailIds: string[]): Promise<void> => {
    const unsent = async () => (await getRows(emailIds)).filter(({ status }) => status !== 'sent');
    for (let seconds = 0; seconds < SENT_WITHIN_SECONDS && (await unsent()).length > 0; seconds += 2) {
      product.clock.advance(2);
      await worker.get(Scheduler).tick();
      await eventually(async () => expect(await dueEvents()).toEqual([]));
    }
    expect(await unsent()).toEqual([]);
    for (const [index] of emailIds.entries())
      expect(await product.emailsTo(recipient(index))).toHaveLength(1);
  };

  const product = useFixture(startEmailFixture, {}, 'socketTimeout=1000');
  const worker = useWorker(product);
  beforeEach(() => void (outage += 1));

  it('are all sent once, within 60 seconds of its end, even after a long one', async () => {
    await product.stopMailServer();
    const emailIds = await queueAll(6);
    for (const [index, delay] of [FIRST, SECOND, THIRD].entries()) {
      await waitForAttempts(emailIds, index + 1);
      product.clock.advance(delay);
    }
    await waitForAttempts(emailIds, 4);
    for (const { next_attempt_at } of await getRows(emailIds))
      expect(next_attempt_at!.getTime()).toBeGreaterThan(product.clock.in(FOURTH / 2).getTime());

    await product.startMailServer();
    await expectAllSent(emailIds);
  });

  it('are all sent once, within 60 seconds of its end, when the server accepts connections and hangs', async () => {
    await product.setMailServerControls({ hang: true });
    const emailIds = await queueAll(5);
    await waitForAttempts(emailIds, 1);
    product.clock.advance(FIRST);
    await waitForAttempts(emailIds, 2);

    await product.resetMailServerControls();
    await expectAllSent(emailIds);
  });

  it('stay on schedule when only one of them is deferred, while others are sent', async () => {
    const address = 'full@example.com';
    await product.setMailServerControls({ reject: { code: 452, message: 'Mailbox full', to: address } });
    const emailId = await product.queueEmail(welcomeEmail(address));
    await waitForAttempts([emailId], 1);
    product.clock.advance(FIRST);
    await waitForAttempts([emailId], 2);
    product.clock.advance(SECOND);
    await waitForAttempts([emailId], 3);
    const { next_attempt_at: scheduled } = await product.emailRow(emailId);

    for (let round = 0; round < 3; round += 1) {
      const sent = await queueAll(3);
      await eventually(async () => {
        expect((await getRows(sent)).filter(({ status }) => status !== 'sent')).toEqual([]);
      });
      // While the tasks that reschedule emails take turns.
      product.clock.advance(15);
      await eventually(async () => {
        const [task] = await product.database.query<{ due: boolean }>({
          text: `select next_run_at > $1 as due from scheduled_tasks where name = 'probe-mail-server'`,
          values: [product.clock.now()],
        });
        expect(task!.due).toBe(true);
      });
    }

    const row = await product.emailRow(emailId);
    expect(row.next_attempt_at).toEqual(scheduled);
    expect(row.attempts).toBeLessThanOrEqual(4);
  });
});
