import { eventually } from '../../support/eventually.js';
import { startProductProcess, type ProductProcess } from '../../support/product-process.js';
import { welcomeEmail, startEmailFixture, type EmailFixture } from '../../support/email-fixture.js';

const SENT_WITHIN_MS = 15_000;

describe('a worker killed while sending', () => {
  let product: EmailFixture;
  const workers: ProductProcess[] = [];
  beforeAll(async () => (product = await startEmailFixture()));
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.kill()));
    await product?.stop();
  });

  it('leaves its emails to another worker, which sends them within seconds and repeats only those already accepted', async () => {
    const [victim] = await Promise.all([
      startProductProcess('worker', product.settings),
      startProductProcess('worker', product.settings).then((second) => workers.push(second)),
    ]);
    await product.setMailServerControls({ delayMs: 1200 });
    const recipients = Array.from({ length: 60 }, (_, index) => `reader-${index}@example.com`);
    const emailIds = await Promise.all(recipients.map((reader) => product.queueEmail(welcomeEmail(reader))));
    const rows = () => Promise.all(emailIds.map((id) => product.emailRow(id)));
    await eventually(async () => {
      const sending = (await rows()).filter(({ status }) => status === 'sending');
      expect(sending.length).toBeGreaterThan(20);
    });

    await victim.kill();
    const killedAt = Date.now();
    await eventually(async () => {
      expect((await rows()).filter(({ status }) => status !== 'sent')).toEqual([]);
    }, 60_000);

    const afterMs = Date.now() - killedAt;
    process.stderr.write(`sent ${afterMs} ms after the kill (limit: ${SENT_WITHIN_MS})\n`);
    expect(afterMs).toBeLessThan(SENT_WITHIN_MS);
    for (const [index, reader] of recipients.entries()) {
      const emails = await product.emailsTo(reader);
      const { attempts } = await product.emailRow(emailIds[index]!);
      expect(emails.length).toBeGreaterThanOrEqual(1);
      expect(emails.length).toBeLessThanOrEqual(attempts);
      expect(new Set(emails.map(({ messageId }) => messageId)).size).toBe(1);
    }
    const interrupted = await product.database.query({
      text: `select 1 from email_attempts where outcome = 'interrupted'`,
    });
    expect(interrupted.length).toBeGreaterThan(0);
  });
});
