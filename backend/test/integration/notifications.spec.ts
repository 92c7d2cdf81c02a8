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
import { checkoutRefunded } from '../../src/modules/checkout/index.js';
import type { EventType } from '../../src/platform/outbox/event-type.js';
import { Outbox } from '../../src/platform/outbox/outbox.js';
import { eventually } from '../support/eventually.js';
import { createUser } from '../support/users.js';
import { startEmailFixture, type ReceivedEmailDetail } from '../support/email-fixture.js';
import { useFixture } from '../support/fixtures.js';
import { useWorker } from '../support/worker.js';

/** Domain events send the right email to the right person. */
describe('notifications', () => {
  const product = useFixture(startEmailFixture);
  useWorker(product);
  afterEach(() => product.resetMailServerControls());

  const emit = <Payload extends object>(type: EventType<Payload>, payload: Payload) =>
    product.database.transaction(() => product.api.get(Outbox).emit(type, payload));

  const waitForEmail = (address: string): Promise<ReceivedEmailDetail> =>
    eventually(async () => {
      const emails = await product.emailsTo(address);
      expect(emails).toHaveLength(1);
      return product.openEmail(emails[0]!);
    });

  it('send the confirmation link, which returns to the page that requested it', async () => {
    const user = await createUser(product, { confirmed: false });
    await emit(userConfirmationRequested, {
      userId: user.id,
      redirectTo: 'http://localhost:3000/account',
    });

    const email = await waitForEmail(user.email);

    expect(email.subject).toBe('Confirm your email address');
    const link = email.links.find((each) => each.includes('/auth/confirm'))!;
    expect(new URL(link).searchParams.get('redirect_to')).toBe('http://localhost:3000/account');
    expect(email.headers).toContainEqual({ name: 'Auto-Submitted', value: 'auto-generated' });
  });

  it('store no secret: neither the email row nor its event contains the link', async () => {
    const user = await createUser(product, { confirmed: false });
    await emit(userConfirmationRequested, { userId: user.id, redirectTo: null });
    const { links } = await waitForEmail(user.email);
    const token = new URL(links.find((each) => each.includes('token='))!).searchParams.get('token')!;
    expect(token.length).toBeGreaterThan(20);
    const [row] = await product.database.query<{ everything: string }>({
      text: `select (select json_agg(emails)::text from emails) || (select json_agg(outbox_events)::text from outbox_events)
                    || coalesce((select json_agg(email_attempts)::text from email_attempts), '') as everything`,
    });
    expect(row!.everything).toContain(user.email);
    expect(row!.everything).not.toContain(token);
  });

  it('skip a confirmation that was already given', async () => {
    const user = await createUser(product, { confirmed: false });
    await product.setMailServerControls({ reject: { code: 451, to: user.email, count: 1 } });
    await emit(userConfirmationRequested, { userId: user.id, redirectTo: null });
    const status = async (): Promise<string> => {
      const [row] = await product.database.query<{ status: string; attempts: number }>({
        text: 'select status, attempts from emails where user_id = $1',
        values: [user.id],
      });
      return `${row?.status} ${row?.attempts}`;
    };
    await eventually(async () => expect(await status()).toBe('queued 1'));
    await emit(userConfirmed, { userId: user.id });
    await eventually(async () => expect(await status()).toBe('canceled 1'));
    product.clock.advance(10);
    await emit(checkoutRefunded, {
      checkoutId: randomUUID(),
      userId: user.id,
      amountCents: 4900,
      currency: 'usd',
    });
    expect((await waitForEmail(user.email)).subject).toBe('Your payment was refunded');
  });

  it('tell the owner about every security change, each in its own email', async () => {
    const { id: userId, email } = await createUser(product);
    const at = '2026-12-24T10:00:00.000Z';
    await emit(userSignedInOnNewDevice, { userId, device: 'Chrome on macOS', ipAddress: null, at });
    await emit(userMfaFactorEnrolled, { userId, factor: 'totp' });
    await emit(userMfaFactorEnrolled, { userId, factor: 'phone', additional: true });
    await emit(userMfaFactorUnenrolled, { userId, factor: 'totp' });
    await emit(userPasskeyAdded, { userId });
    await emit(userPasskeyRemoved, { userId });
    await emit(userPhoneChanged, { userId });
    await emit(userRecoveryCodesGenerated, { userId });
    await emit(userRecoveryCodeUsed, { userId, remaining: 9 });
    const emails = await eventually(async () => {
      const arrived = await product.emailsTo(email);
      expect(arrived).toHaveLength(9);
      return Promise.all(arrived.map((received) => product.openEmail(received)));
    });
    const texts = emails.map(({ text }) => text).join('\n');
    for (const words of [
      'Device: Chrome on macOS',
      'Two-factor authentication was turned on',
      'A two-factor authentication method was added',
      'Method: Authenticator app',
      'A two-factor authentication method was removed',
      'A passkey was added to your account',
      'A passkey was removed from your account',
      'Your phone number was changed',
      'Your old codes no longer work',
      'Recovery codes left: 9',
    ]) {
      expect(texts).toContain(words);
    }
  });

  it('alert staff to an unrecognized account', async () => {
    const user = await createUser(product, { confirmed: false });
    await emit(userReportedUnrecognized, { userId: user.id });
    const email = await waitForEmail(product.settings.supportEmail);
    const text = email.text.replaceAll('\u200c', '');
    expect(text).toContain(user.email);
    expect(text).toContain(user.id);
  });

  it('send nothing to a deleted account', async () => {
    const id = '00000000-0000-7000-8000-000000000001';
    const eventId = await emit(userConfirmationRequested, { userId: id, redirectTo: null });
    await eventually(async () => {
      const [event] = await product.database.query<{ done_at: Date | null }>({
        text: 'select done_at from outbox_events where id = $1',
        values: [eventId],
      });
      expect(event!.done_at).not.toBeNull();
    });
    const emails = await product.database.query({
      text: 'select 1 from emails where user_id = $1',
      values: [id],
    });
    expect(emails).toEqual([]);
  });
});
