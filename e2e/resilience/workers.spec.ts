import { countMails, emailsTo, mendMail, troubleMail, waitForMail } from '../support/mailbox.js';
import { attemptsOf, expect, expectWelcome, test } from '../support/outage.js';
import { kill, start, stop } from '../support/parts.js';
import { aPerson, tierOf } from '../support/people.js';
import { customer } from '../support/purchase.js';
import { expectPaidCustomer, expectWelcomedOnce } from '../support/welcome.js';

test('no worker runs: nothing is lost, and everybody is welcomed once when one does', async () => {
  await stop('worker');
  const buyers = [aPerson(), aPerson(), aPerson()];
  for (const buyer of buyers) {
    await customer(buyer);
    expect(await tierOf(buyer)).toBe('team');
    expect(await countMails(buyer.email)).toBe(0);
  }
  await start('worker');
  for (const buyer of buyers) await expectPaidCustomer(buyer);
});

test('worker dies while it sends: another finishes within ten seconds, with one email', async () => {
  const buyer = aPerson();
  await troubleMail({ hang: { to: buyer.email, count: 1 } });
  await customer(buyer);
  const { id } = await expectWelcome(buyer.email, 'sending');
  await start('worker-2');
  await kill('worker');
  await waitForMail(buyer.email, 'Welcome to', { withinMs: 10_000 });
  await expectWelcome(buyer.email, 'sent');
  await expectWelcomedOnce(buyer.email);
  expect((await attemptsOf(id)).map(({ outcome }) => outcome)).toEqual(['interrupted', 'sent']);
});

test('worker dies after the email was accepted, before it could note so: a second copy with the same Message-ID', async () => {
  const buyer = aPerson();
  await troubleMail({ delayMs: 60_000 });
  await customer(buyer);
  await waitForMail(buyer.email, 'Welcome to');
  await expectWelcome(buyer.email, 'sending');
  await mendMail();
  await start('worker-2');
  await kill('worker');
  await expectWelcome(buyer.email, 'sent', 10_000);
  const copies = await emailsTo(buyer.email);
  expect(copies).toHaveLength(2);
  expect(new Set(copies.map(({ messageId }) => messageId)).size).toBe(1);
});

test('connection dies after the email was accepted: a second copy with the same Message-ID, and no third', async () => {
  const buyer = aPerson();
  await troubleMail({ acceptThenDie: { to: buyer.email, count: 1 } });
  await customer(buyer);
  const { id } = await expectWelcome(buyer.email, 'sent');
  expect((await attemptsOf(id)).map(({ outcome }) => outcome)).toEqual(['deferred', 'sent']);
  const copies = await emailsTo(buyer.email);
  expect(copies).toHaveLength(2);
  expect(new Set(copies.map(({ messageId }) => messageId)).size).toBe(1);
});

test('worker is asked to end while it sends: it finishes first, and no one sends again', async () => {
  const buyer = aPerson();
  await troubleMail({ delayMs: 2_000 });
  await customer(buyer);
  await waitForMail(buyer.email, 'Welcome to');
  await stop('worker');
  const { attempts } = await expectWelcome(buyer.email, 'sent');
  expect(attempts).toBe(1);
  await start('worker');
  await expectWelcomedOnce(buyer.email);
});

test('worker is asked to end and cannot finish: it hands the email back, and another sends it at once', async () => {
  const buyer = aPerson();
  await troubleMail({ hang: { to: buyer.email, count: 1 } });
  await customer(buyer);
  const { id } = await expectWelcome(buyer.email, 'sending');
  // At the same time: a worker that is slow to start must not use up the time until the silent mail server is given up.
  await Promise.all([stop('worker'), start('worker-2')]);
  await waitForMail(buyer.email, 'Welcome to', { withinMs: 10_000 });
  await expectWelcomedOnce(buyer.email);
  expect((await attemptsOf(id)).map(({ outcome }) => outcome)).toEqual(['interrupted', 'sent']);
});
