import { eventually } from '../support/eventually.js';
import { startProductProcess, type ProductProcess } from '../support/product-process.js';
import { aWelcome, startTestSmtpServer, type TestSmtpServer } from '../support/test-smtp-server.js';

describe('a worker killed while it sends', () => {
  let post: TestSmtpServer;
  const workers: ProductProcess[] = [];
  beforeAll(async () => (post = await startTestSmtpServer()));
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    await post?.stop();
  });

  it('leaves its emails to another one, which has them all sent within seconds and doubles only what the server had taken', async () => {
    const [doomed] = await Promise.all([
      startProductProcess('worker', post.settings),
      startProductProcess('worker', post.settings).then((second) => workers.push(second)),
    ]);
    await post.trouble({ delayMs: 1200 });
    const readers = Array.from({ length: 60 }, (_, index) => `reader-${index}@example.com`);
    const emailIds = await Promise.all(readers.map((reader) => post.queue(aWelcome(reader))));
    const rows = () => Promise.all(emailIds.map((id) => post.row(id)));
    await eventually(async () => {
      const sending = (await rows()).filter(({ status }) => status === 'sending');
      expect(sending.length).toBeGreaterThan(20);
    });

    await doomed.kill();
    const killedAt = Date.now();
    await eventually(async () => {
      expect((await rows()).filter(({ status }) => status !== 'sent')).toEqual([]);
    }, 60_000);

    expect(Date.now() - killedAt).toBeLessThan(15_000);
    for (const [index, reader] of readers.entries()) {
      const emails = await post.emailsTo(reader);
      const { attempts } = await post.row(emailIds[index]!);
      expect(emails.length).toBeGreaterThanOrEqual(1);
      expect(emails.length).toBeLessThanOrEqual(attempts);
      expect(new Set(emails.map(({ messageId }) => messageId)).size).toBe(1);
    }
    const interrupted = await post.database.query({
      text: `select 1 from email_attempts where outcome = 'interrupted'`,
    });
    expect(interrupted.length).toBeGreaterThan(0);
  });
});
