import { RETRY_DELAYS_SECONDS } from '../../src/modules/notifications/domain/retry-schedule.js';
import { eventually } from '../support/eventually.js';
import { aWelcome, startTestSmtpServer, type TestSmtpServer } from '../support/test-smtp-server.js';

const SENT_WITHIN_MS = 60_000;
const [FIRST, SECOND, THIRD, FOURTH] = RETRY_DELAYS_SECONDS;

/** The clock is moved on during an outage, to where next attempts are far away; after it nothing but real time passes. */
describe('emails deferred by an outage of the mail server', () => {
  let post: TestSmtpServer;
  const rowsOf = (emailIds: string[]) => Promise.all(emailIds.map((id) => post.row(id)));
  const queueAll = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => post.queue(aWelcome(`reader-${index}@example.com`))),
    );
  const waitForAttempts = (emailIds: string[], attempts: number) =>
    eventually(async () => {
      const rows = await rowsOf(emailIds);
      expect(rows.filter((row) => row.status !== 'queued' || row.attempts < attempts)).toEqual([]);
    }, 60_000);
  const expectAllSent = async (emailIds: string[]): Promise<void> => {
    await eventually(async () => {
      expect((await rowsOf(emailIds)).filter(({ status }) => status !== 'sent')).toEqual([]);
    }, SENT_WITHIN_MS);
    for (const [index] of emailIds.entries())
      expect(await post.emailsTo(`reader-${index}@example.com`)).toHaveLength(1);
  };

  beforeEach(async () => (post = await startTestSmtpServer({}, 'socketTimeout=2000')));
  afterEach(() => post?.stop());

  it('are all sent once, within 60 seconds of its end, though it was long', async () => {
    await post.startWorker();
    await post.stopMailServer();
    const emailIds = await queueAll(100);
    for (const [index, delay] of [FIRST, SECOND, THIRD].entries()) {
      await waitForAttempts(emailIds, index + 1);
      post.clock.advance(delay);
    }
    await waitForAttempts(emailIds, 4);
    for (const { next_attempt_at } of await rowsOf(emailIds))
      expect(next_attempt_at!.getTime()).toBeGreaterThan(post.clock.in(FOURTH / 2).getTime());

    await post.startMailServer();
    await expectAllSent(emailIds);
  });

  it.each([
    ['accepts connections and falls silent', { hang: true }],
    ['asks for every email later', { reject: { code: 451 } }],
  ])('are all sent once, within 60 seconds of its end, when the server %s', async (_, trouble) => {
    await post.startWorker();
    await post.trouble(trouble);
    const emailIds = await queueAll(8);
    await waitForAttempts(emailIds, 1);
    post.clock.advance(FIRST);
    await waitForAttempts(emailIds, 2);
    post.clock.advance(SECOND);
    await waitForAttempts(emailIds, 3);

    await post.calm();
    await expectAllSent(emailIds);
  });

  it('leave one that the server defers for itself to its schedule, while others are sent', async () => {
    await post.startWorker();
    const address = 'full@example.com';
    await post.trouble({ reject: { code: 452, message: 'Mailbox full', to: address } });
    const emailId = await post.queue(aWelcome(address));
    await waitForAttempts([emailId], 1);
    post.clock.advance(FIRST);
    await waitForAttempts([emailId], 2);
    post.clock.advance(SECOND);
    await waitForAttempts([emailId], 3);
    const { next_attempt_at: scheduled } = await post.row(emailId);

    for (let round = 0; round < 5; round += 1) {
      const sent = await queueAll(3);
      await eventually(async () => {
        expect((await rowsOf(sent)).filter(({ status }) => status !== 'sent')).toEqual([]);
      });
      // As long as the tasks that bring emails forward take turns.
      post.clock.advance(15);
      await eventually(async () => {
        const [task] = await post.database.query<{ due: boolean }>({
          text: `select next_run_at > $1 as due from scheduled_tasks where name = 'probe-mail-server'`,
          values: [post.clock.now()],
        });
        expect(task!.due).toBe(true);
      });
    }

    const row = await post.row(emailId);
    expect(row.next_attempt_at).toEqual(scheduled);
    expect(row.attempts).toBeLessThanOrEqual(4);
  });
});
