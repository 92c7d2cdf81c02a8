import { allWorkDone } from '../support/database.js';
import { countMails, troubleMail } from '../support/mailbox.js';
import { attemptsOf, expect, expectWelcome, test, welcomeOf } from '../support/outage.js';
import { start, stop } from '../support/parts.js';
import { aPerson } from '../support/people.js';
import { customer } from '../support/purchase.js';
import { expectPaidCustomer, expectWelcomedOnce } from '../support/welcome.js';

test('mail server rejects for good: the email has failed at once, with the answer kept', async () => {
  const buyer = aPerson();
  await troubleMail({ reject: { code: 550, message: 'No such user', to: buyer.email } });
  await customer(buyer);
  const mail = await expectWelcome(buyer.email, 'failed');
  expect(mail).toMatchObject({ attempts: 1, last_error: expect.stringContaining('No such user') });
  expect(await attemptsOf(mail.id)).toEqual([{ outcome: 'rejected', said: expect.stringContaining('550') }]);
  await allWorkDone();
  expect(await countMails(buyer.email)).toBe(0);
});

test('mail server asks to come again: the email comes with the next try', async () => {
  const buyer = aPerson();
  await troubleMail({ reject: { code: 451, message: 'Greylisted', to: buyer.email, count: 1 } });
  await customer(buyer);
  await expectPaidCustomer(buyer);
  const { id } = (await welcomeOf(buyer.email))!;
  expect(await attemptsOf(id)).toEqual([
    { outcome: 'deferred', said: expect.stringContaining('Greylisted') },
    { outcome: 'sent', said: expect.stringContaining('250') },
  ]);
});

test('mail server is away: the email waits, and comes when it is back', async () => {
  const buyer = aPerson();
  await stop('worker');
  await customer(buyer);
  await stop('emulators');
  await start('worker');
  await expect.poll(async () => (await welcomeOf(buyer.email))?.last_error ?? '').toContain('ECONNREFUSED');
  await start('emulators');
  await expectPaidCustomer(buyer, { withinMs: 45_000 });
});

test('mail server is slow: no request waits for it', async () => {
  const buyers = Array.from({ length: 4 }, () => aPerson());
  await troubleMail({ delayMs: 4_000 });
  for (const buyer of buyers) {
    await customer(buyer);
    expect((await welcomeOf(buyer.email))?.status).not.toBe('sent');
  }
  for (const buyer of buyers) await expectWelcomedOnce(buyer.email);
});
