import { eventually } from '../support/eventually.js';
import { startProductProcess, type ProductProcess } from '../support/product-process.js';
import { aWelcome, startTestPost, type TestPost } from '../support/test-post.js';

describe('a worker killed while it sends', () => {
  let post: TestPost;
  const workers: ProductProcess[] = [];
  beforeAll(async () => (post = await startTestPost()));
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    await post?.stop();
  });

  it('leaves its mails to another one, which has them all sent within seconds and doubles only what the server had taken', async () => {
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
      const mails = await post.mailsTo(reader);
      const { attempts } = await post.row(emailIds[index]!);
      expect(mails.length).toBeGreaterThanOrEqual(1);
      expect(mails.length).toBeLessThanOrEqual(attempts);
      expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
    }
    const interrupted = await post.database.query({
      text: `select 1 from email_attempts where outcome = 'interrupted'`,
    });
    expect(interrupted.length).toBeGreaterThan(0);
  });
});
