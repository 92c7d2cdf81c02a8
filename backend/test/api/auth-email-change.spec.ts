import type { GoTrueClient } from '@supabase/auth-js';
import {
  listAuditActions,
  callAuth,
  createConfirmedUser,
  createEmailTokens,
  listEvents,
  createPaidUser,
  signIn,
  STRICT,
  uniqueEmail,
  type TestUser,
} from '../support/auth.js';
import { OneTimeLinks } from '../../src/modules/auth/index.js';
import { eventually } from '../support/eventually.js';
import { startEmailDelivery, type EmailFixture } from '../support/email-fixture.js';
import { signedInClient } from '../support/factors.js';
import { useShared } from '../support/fixtures.js';

import { startTestProduct } from '../support/test-product.js';

const codeIn = (text: string): string => /^\d{6}$/m.exec(text)![0];

const latestEmail = (product: EmailFixture, address: string, subject: string) =>
  eventually(async () => {
    const email = (await product.emailsTo(address)).filter((each) => each.subject.includes(subject)).at(-1);
    expect(email).toBeDefined();
    return product.openEmail(email!);
  });

describe('email change', () => {
  const product = useShared(startEmailDelivery);

  const linkIn = (links: string[]) => new URL(links.find((each) => each.includes('/auth/confirm'))!);
  const verify = (body: object) => callAuth(product, 'post', '/verify').send(body);
  const createTokens = async (user: TestUser, newEmail: string, address: string) => {
    const links = product.api.get(OneTimeLinks);
    const input = { userId: user.id, purpose: 'email_change' as const, address, newEmail };
    const { url, code } = await links.mint(input);
    return { token_hash: new URL(url).searchParams.get('token')!, token: code };
  };

  it('asks both addresses, changes the email with the second confirmation, and notifies the old address', async () => {
    const user = await createConfirmedUser(product);
    const client = await signedInClient(product, user);
    const email = uniqueEmail();
    const asked = await client.updateUser({ email }, { emailRedirectTo: 'http://localhost:3000/account' });
    expect(asked.error).toBeNull();
    expect(asked.data.user).toMatchObject({
      email: user.email,
      new_email: email,
      email_change_sent_at: expect.any(String),
    });

    const first = await latestEmail(product, email, 'Confirm your email change');
    expect(first.text).toContain(email);
    const token_hash = linkIn(first.links).searchParams.get('token')!;
    const emailChangePending = await verify({ type: 'email_change', token_hash }).expect(200);
    expect(emailChangePending.body).toEqual({
      msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
      code: '200',
    });
    await signIn(product, user).expect(200);

    const second = await latestEmail(product, user.email, 'Confirm your email change');
    const token = codeIn(second.text);
    const done = await client.verifyOtp({ type: 'email_change', email: user.email, token });
    expect(done.error).toBeNull();
    expect(done.data.user).toMatchObject({ id: user.id, email });
    expect(done.data.user?.new_email).toBeUndefined();
    expect(done.data.user?.identities?.[0]).toMatchObject({ email, identity_data: { email } });

    await signIn(product, user).expect(400);
    await signIn(product, { ...user, email }).expect(200);
    const ownerEmail = await latestEmail(product, user.email, 'email address was changed');
    expect(ownerEmail.text).toContain('If this wasn’t you');
    expect(await listAuditActions(product, user.id)).toEqual(
      expect.arrayContaining([
        'user.email_change_requested',
        'user.email_change_confirmed',
        'user.email_changed',
      ]),
    );
  });

  it('redirects to a message after each link to one mailbox, and to a session after the first to the other', async () => {
    const user = await createConfirmedUser(product);
    const email = uniqueEmail();
    await (await signedInClient(product, user)).updateUser({ email });
    const follow = async (address: string) => {
      const { token_hash } = await createTokens(user, email, address);
      const response = await callAuth(product, 'get', `/verify?token=${token_hash}&type=email_change`).expect(
        303,
      );
      return new URL(response.get('Location')!).hash;
    };
    for (let times = 0; times < 2; times++)
      expect(await follow(user.email)).toMatch(/^#message=Confirmation\+link\+accepted.+&sb=$/);
    const session = new URLSearchParams((await follow(email)).slice(1));
    const { body } = await callAuth(product, 'get', '/user', session.get('access_token')!).expect(200);
    expect(body.email).toBe(email);
  });

  it('follows the latest request: links sent for an earlier one stop working', async () => {
    const user = await createConfirmedUser(product);
    const [earlier, latest] = [uniqueEmail(), uniqueEmail()];
    const client = await signedInClient(product, user);
    await client.updateUser({ email: earlier });
    const stale = await createTokens(user, earlier, user.email);
    await client.updateUser({ email: latest });
    const sentLate = await createTokens(user, earlier, user.email);
    for (const { token_hash } of [stale, sentLate]) {
      expect((await verify({ type: 'email_change', token_hash }).expect(403)).body.code).toBe('otp_expired');
    }
    expect(sentLate.token).toBeUndefined();
    for (const address of [user.email, latest]) {
      const { token_hash } = await createTokens(user, latest, address);
      await verify({ type: 'email_change', token_hash }).expect(200);
    }
    await signIn(product, { ...user, email: latest }).expect(200);
  });

  it('rejects an address that is in use, at the request or at the second confirmation', async () => {
    const [user, other] = [await createConfirmedUser(product), await createConfirmedUser(product)];
    const client = await signedInClient(product, user);
    const conflict = await client.updateUser({ email: other.email.toUpperCase() });
    expect(conflict.error).toMatchObject({ status: 422, code: 'email_exists' });

    const email = uniqueEmail();
    await client.updateUser({ email });
    await verify({ type: 'email_change', ...(await tokenHash(user, email, user.email)) }).expect(200);
    await createConfirmedUser(product, email);
    const late = await verify({ type: 'email_change', ...(await tokenHash(user, email, email)) });
    expect([late.status, late.body.code]).toEqual([422, 'email_exists']);
    await signIn(product, user).expect(200);
  });
  const tokenHash = async (user: TestUser, newEmail: string, address: string) => ({
    token_hash: (await createTokens(user, newEmail, address)).token_hash,
  });

  it('is canceled by a new password, and is not started for the current address', async () => {
    const user = await createConfirmedUser(product);
    const client = await signedInClient(product, user);
    const same = await client.updateUser({ email: user.email.toUpperCase() });
    expect(same.data.user?.new_email).toBeUndefined();
    const email = uniqueEmail();
    await client.updateUser({ email });
    const pending = await tokenHash(user, email, email);
    await client.updateUser({ password: 'a second password' });
    await verify({ type: 'email_change', ...pending }).expect(403);
    const topics = (await listEvents(product, user.id)).map(({ topic }) => topic);
    expect(topics.filter((topic) => topic === 'user.email_change_requested')).toHaveLength(1);
  });

  it('can be resent while pending, with the same response when nothing is pending', async () => {
    const [user, idle] = [await createConfirmedUser(product), await createConfirmedUser(product)];
    await (await signedInClient(product, user)).updateUser({ email: uniqueEmail() });
    for (const email of [user.email, idle.email, uniqueEmail()]) {
      await callAuth(product, 'post', '/resend').send({ type: 'email_change', email }).expect(200, {});
    }
    const requested = async ({ id }: TestUser) =>
      (await listEvents(product, id)).filter(({ topic }) => topic === 'user.email_change_requested');
    expect(await requested(user)).toHaveLength(2);
    expect(await requested(idle)).toHaveLength(0);
  });
});

describe('reauthentication by email', () => {
  const product = useShared(startTestProduct, STRICT);

  /** The code of the email that the user requested. */
  const requestNonce = async (client: GoTrueClient, { id, email }: TestUser) => {
    expect((await client.reauthenticate()).error).toBeNull();
    return (await createEmailTokens(product, id, 'reauthentication', email)).token;
  };

  it('is required for a new password in a session older than a day, and the owner is notified afterwards', async () => {
    const user = await createConfirmedUser(product);
    const client = await signedInClient(product, user);
    expect((await client.updateUser({ password: 'while it is fresh' })).error).toBeNull();
    await product.database.query({
      text: `update sessions set created_at = created_at - interval '25 hours' where user_id = $1`,
      values: [user.id],
    });
    const needed = await client.updateUser({ password: 'another one' });
    expect(needed.error).toMatchObject({ status: 400, code: 'reauthentication_needed' });

    const nonce = await requestNonce(client, user);
    const wrong = String((Number(nonce) + 1) % 1_000_000).padStart(6, '0');
    const rejected = await client.updateUser({ password: 'another one', nonce: wrong });
    expect(rejected.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' });
    expect((await client.updateUser({ password: 'another one', nonce })).error).toBeNull();
    const repeated = await client.updateUser({ password: 'a third one', nonce });
    expect(repeated.error).toMatchObject({ code: 'reauthentication_not_valid' });

    expect((await listEvents(product, user.id)).map(({ topic }) => topic)).toEqual(
      expect.arrayContaining(['user.reauthentication_requested', 'user.password_changed']),
    );
    expect(await listAuditActions(product, user.id)).toContain('user.reauthentication_requested');
  });

  it('does not sign anyone in, and does not work for another account', async () => {
    const [one, other] = [await createConfirmedUser(product), await createConfirmedUser(product)];
    const client = await signedInClient(product, one);
    const nonce = await requestNonce(client, one);
    for (const type of ['email', 'magiclink', 'recovery', 'signup', 'email_change']) {
      await callAuth(product, 'post', '/verify').send({ type, email: one.email, token: nonce }).expect(403);
    }
    const otherClient = await signedInClient(product, other);
    const otherUsers = await otherClient.updateUser({ password: 'of another person', nonce });
    expect(otherUsers.error).toMatchObject({ code: 'reauthentication_not_valid' });
  });

  it('is rejected for an unconfirmed address and without a session', async () => {
    const { body } = await signIn(product, await createPaidUser(product));
    const unconfirmed = await callAuth(product, 'get', '/reauthenticate', body.access_token).expect(422);
    expect(unconfirmed.body.code).toBe('email_not_confirmed');
    await callAuth(product, 'get', '/reauthenticate').expect(401);
  });
});
