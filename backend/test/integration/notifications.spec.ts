import { randomUUID } from 'node:crypto';
import {
  userConfirmationRequested,
  userConfirmed,
  userReportedUnrecognized,
  userMfaFactorEnrolled,
  userMfaFactorUnenrolled,
  userPasskeyAdded,
  userPasskeyRemoved,
  userPhoneChanged,
  userRecoveryCodesGenerated,
  userRecoveryCodeUsed,
  userSignedInOnNewDevice,
} from '../../src/modules/auth/index.js';
import { checkoutRefunded, subscriptionCancellationFailed } from '../../src/modules/subscriptions/index.js';
import type { EventType } from '../../src/platform/outbox/event-type.js';
import { Outbox } from '../../src/platform/outbox/outbox.js';
import { eventually } from '../support/eventually.js';
import { aPerson } from '../support/users.js';
import {
  startTestSmtpServer,
  type SmtpEmailDetail,
  type TestSmtpServer,
} from '../support/test-smtp-server.js';

/** That what happens in the modules below is told to the right person, in the right words. */
describe('notifications', () => {
  let post: TestSmtpServer;
  beforeAll(async () => {
    post = await startTestSmtpServer();
    await post.startWorker();
  });
  afterAll(() => post?.stop());
  afterEach(() => post.calm());

  const happen = <Payload extends object>(type: EventType<Payload>, payload: Payload) =>
    post.database.transaction(() => post.api.get(Outbox, { strict: false }).emit(type, payload));

  const theMailTo = (address: string): Promise<SmtpEmailDetail> =>
    eventually(async () => {
      const emails = await post.emailsTo(address);
      expect(emails).toHaveLength(1);
      return post.open(emails[0]!);
    });

  it('send the link that proves the address, leading back to where it was asked for', async () => {
    const person = await aPerson(post, { confirmed: false });
    await happen(userConfirmationRequested, {
      userId: person.id,
      redirectTo: 'http://localhost:3000/account',
    });

    const mail = await theMailTo(person.email);

    expect(mail.subject).toBe('Confirm your email address');
    const link = mail.links.find((each) => each.includes('/auth/confirm'))!;
    expect(new URL(link).searchParams.get('redirect_to')).toBe('http://localhost:3000/account');
    expect(mail.headers).toContainEqual({ name: 'Auto-Submitted', value: 'auto-generated' });
  });

  it('keep no secret: neither the row nor the event of an email has its link', async () => {
    const person = await aPerson(post, { confirmed: false });
    await happen(userConfirmationRequested, { userId: person.id, redirectTo: null });
    const { links } = await theMailTo(person.email);
    const token = new URL(links.find((each) => each.includes('token='))!).searchParams.get('token')!;
    expect(token.length).toBeGreaterThan(20);
    const [row] = await post.database.query<{ everything: string }>({
      text: `select (select json_agg(emails)::text from emails) || (select json_agg(outbox_events)::text from outbox_events)
                    || coalesce((select json_agg(email_attempts)::text from email_attempts), '') as everything`,
    });
    expect(row!.everything).toContain(person.email);
    expect(row!.everything).not.toContain(token);
  });

  it('do not ask for a proof any more that has been given', async () => {
    const person = await aPerson(post, { confirmed: false });
    await post.trouble({ reject: { code: 451, to: person.email, count: 1 } });
    await happen(userConfirmationRequested, { userId: person.id, redirectTo: null });
    const status = async (): Promise<string> => {
      const [row] = await post.database.query<{ status: string; attempts: number }>({
        text: 'select status, attempts from emails where user_id = $1',
        values: [person.id],
      });
      return `${row?.status} ${row?.attempts}`;
    };
    await eventually(async () => expect(await status()).toBe('queued 1'));
    await happen(userConfirmed, { userId: person.id });
    await eventually(async () => expect(await status()).toBe('canceled 1'));
    post.clock.advance(10);
    await happen(checkoutRefunded, { checkoutId: randomUUID(), userId: person.id, amountCents: 4900 });
    expect((await theMailTo(person.email)).subject).toBe('Your payment was refunded');
  });

  it('tell a customer what was returned', async () => {
    const person = await aPerson(post, { fullName: 'O’Neil & <Sons>' });
    await happen(checkoutRefunded, { checkoutId: randomUUID(), userId: person.id, amountCents: 49_900 });
    const mail = await theMailTo(person.email);
    expect(mail.text).toContain('Refunded: $499');
    expect(mail.html).toContain('O’Neil &amp; &lt;Sons&gt;');
  });

  it('tell the owner of what opens or guards the account, each in an email of its own', async () => {
    const { id: userId, email } = await aPerson(post);
    const at = '2026-12-24T10:00:00.000Z';
    await happen(userSignedInOnNewDevice, { userId, device: 'Chrome on macOS', ipAddress: null, at });
    await happen(userMfaFactorEnrolled, { userId, factor: 'totp' });
    await happen(userMfaFactorUnenrolled, { userId, factor: 'totp' });
    await happen(userPasskeyAdded, { userId });
    await happen(userPasskeyRemoved, { userId });
    await happen(userPhoneChanged, { userId });
    await happen(userRecoveryCodesGenerated, { userId });
    await happen(userRecoveryCodeUsed, { userId, remaining: 9 });
    const emails = await eventually(async () => {
      const arrived = await post.emailsTo(email);
      expect(arrived).toHaveLength(8);
      return Promise.all(arrived.map((mail) => post.open(mail)));
    });
    const texts = emails.map(({ text }) => text).join('\n');
    for (const words of [
      'Device: Chrome on macOS',
      'Two-factor authentication was turned on',
      'Method: Authenticator app',
      'A two-factor authentication method was removed',
      'A passkey was added to your account',
      'A passkey was removed from your account',
      'Your phone number was updated',
      'Your old codes no longer work',
      'Recovery codes left: 9',
    ]) {
      expect(texts).toContain(words);
    }
  });

  it('alert the staff to an unrecognized account', async () => {
    const person = await aPerson(post, { confirmed: false });
    await happen(userReportedUnrecognized, { userId: person.id });
    const mail = await theMailTo(post.settings.supportEmail);
    const text = mail.text.replaceAll('\u200c', '');
    expect(text).toContain(person.email);
    expect(text).toContain(person.id);
  });

  it('alert the staff to a deleted account whose plan could not be ended, unless it has been seen to meanwhile', async () => {
    const [failed, mended] = [randomUUID(), randomUUID()];
    await post.database.query({
      text: `insert into subscription_cancellations (user_id, status, deleted_at, finished_at, last_error)
             values ($1, 'failed', now(), now(), 'Invalid API Key provided'), ($2, 'ended', now(), now(), null)`,
      values: [failed, mended],
    });
    const quiet = await happen(subscriptionCancellationFailed, { userId: mended });
    await happen(subscriptionCancellationFailed, { userId: failed });
    await eventually(async () => {
      const emails = await post.emailsTo(post.settings.supportEmail);
      const told = emails.filter(({ subject }) => subject.includes('deleted account'));
      expect(told).toHaveLength(1);
      const { text } = await post.open(told[0]!);
      expect(text).toContain(`Account: ${failed}`);
      expect(text).toContain('Reason: Invalid API Key provided');
    });
    await eventually(async () => {
      const done = await post.database.query({
        text: 'select 1 from outbox_events where id = $1 and done_at is not null',
        values: [quiet],
      });
      expect(done).toHaveLength(1);
    });
    const aboutMended = await post.database.query({
      text: `select 1 from emails where template = 'cancellation-failed' and user_id = $1`,
      values: [mended],
    });
    expect(aboutMended).toEqual([]);
  });

  it('say nothing to an account that is gone', async () => {
    const id = '00000000-0000-7000-8000-000000000001';
    const eventId = await happen(userConfirmationRequested, { userId: id, redirectTo: null });
    await eventually(async () => {
      const [event] = await post.database.query<{ done_at: Date | null }>({
        text: 'select done_at from outbox_events where id = $1',
        values: [eventId],
      });
      expect(event!.done_at).not.toBeNull();
    });
    const emails = await post.database.query({
      text: 'select 1 from emails where user_id = $1',
      values: [id],
    });
    expect(emails).toEqual([]);
  });
});
