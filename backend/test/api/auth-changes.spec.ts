import {
  auditOf,
  authClient,
  call,
  confirmedPerson,
  eventsOf,
  paidPerson,
  signIn,
  someEmail,
  type Person,
} from '../support/auth.js';
import { OneTimeLinks } from '../../src/modules/auth/index.js';
import { eventually } from '../support/eventually.js';
import { startTestSmtpServer, type TestSmtpServer } from '../support/test-smtp-server.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

const codeIn = (text: string): string => /^\d{6}$/m.exec(text)![0];

const mailTo = (post: TestSmtpServer, address: string, subject: string) =>
  eventually(async () => {
    const mail = (await post.emailsTo(address)).filter((each) => each.subject.includes(subject)).at(-1);
    expect(mail).toBeDefined();
    return post.open(mail!);
  });

const signedIn = async (product: TestProduct, person: Person) => {
  const client = authClient(product);
  expect((await client.signInWithPassword(person)).error).toBeNull();
  return client;
};

describe('changing the address of an account', () => {
  let post: TestSmtpServer;
  beforeAll(async () => {
    post = await startTestSmtpServer();
    await post.startWorker();
  });
  afterAll(() => post?.stop());

  const linkIn = (links: string[]) => new URL(links.find((each) => each.includes('/auth/confirm'))!);
  const verify = (body: object) => call(post, 'post', '/verify').send(body);
  const proof = async (person: Person, newEmail: string, address: string) => {
    const links = post.api.get(OneTimeLinks, { strict: false });
    const input = { userId: person.id, purpose: 'email_change' as const, address, newEmail };
    const { url, code } = await links.mint(input);
    return { token_hash: new URL(url).searchParams.get('token')!, token: code };
  };

  it('asks both mailboxes, changes it with the second, and tells the former one', async () => {
    const person = await confirmedPerson(post);
    const client = await signedIn(post, person);
    const email = someEmail();
    const asked = await client.updateUser({ email }, { emailRedirectTo: 'http://localhost:3000/account' });
    expect(asked.error).toBeNull();
    expect(asked.data.user).toMatchObject({
      email: person.email,
      new_email: email,
      email_change_sent_at: expect.any(String),
    });

    const first = await mailTo(post, email, 'Confirm the new email address');
    expect(first.text).toContain(email);
    const token_hash = linkIn(first.links).searchParams.get('token')!;
    const emailChangePending = await verify({ type: 'email_change', token_hash }).expect(200);
    expect(emailChangePending.body).toEqual({
      msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
      code: '200',
    });
    await signIn(post, person).expect(200);

    const second = await mailTo(post, person.email, 'Confirm the new email address');
    const token = codeIn(second.text);
    const done = await client.verifyOtp({ type: 'email_change', email: person.email, token });
    expect(done.error).toBeNull();
    expect(done.data.user).toMatchObject({ id: person.id, email });
    expect(done.data.user?.new_email).toBeUndefined();
    expect(done.data.user?.identities?.[0]).toMatchObject({ email, identity_data: { email } });

    await signIn(post, person).expect(400);
    await signIn(post, { ...person, email }).expect(200);
    const notice = await mailTo(post, person.email, 'has a new email address');
    expect(notice.text).toContain('Was this not you?');
    expect(await auditOf(post, person.id)).toEqual(
      expect.arrayContaining([
        'user.email_change_requested',
        'user.email_change_confirmed',
        'user.email_changed',
      ]),
    );
  });

  it('leads the person who follows the links to a message first, then to a session', async () => {
    const person = await confirmedPerson(post);
    const email = someEmail();
    await (await signedIn(post, person)).updateUser({ email });
    const follow = async (address: string) => {
      const { token_hash } = await proof(person, email, address);
      const response = await call(post, 'get', `/verify?token=${token_hash}&type=email_change`).expect(303);
      return new URL(response.get('Location')!).hash;
    };
    expect(await follow(person.email)).toMatch(/^#message=Confirmation\+link\+accepted.+&sb=$/);
    const session = new URLSearchParams((await follow(email)).slice(1));
    const { body } = await call(post, 'get', '/user', session.get('access_token')!).expect(200);
    expect(body.email).toBe(email);
  });

  it('is never made by one mailbox alone, however often it agrees', async () => {
    const person = await confirmedPerson(post);
    const email = someEmail();
    await (await signedIn(post, person)).updateUser({ email });
    for (let times = 0; times < 3; times++) {
      const { token_hash } = await proof(person, email, email);
      expect((await verify({ type: 'email_change', token_hash }).expect(200)).body.code).toBe('200');
      await verify({ type: 'email_change', token_hash }).expect(403);
    }
    await signIn(post, person).expect(200);
  });

  it('follows the latest wish: what was sent for an earlier one works no more', async () => {
    const person = await confirmedPerson(post);
    const [earlier, latest] = [someEmail(), someEmail()];
    const client = await signedIn(post, person);
    await client.updateUser({ email: earlier });
    const stale = await proof(person, earlier, person.email);
    await client.updateUser({ email: latest });
    const sentLate = await proof(person, earlier, person.email);
    for (const { token_hash } of [stale, sentLate]) {
      expect((await verify({ type: 'email_change', token_hash }).expect(403)).body.code).toBe('otp_expired');
    }
    expect(sentLate.token).toBeUndefined();
    for (const address of [person.email, latest]) {
      const { token_hash } = await proof(person, latest, address);
      await verify({ type: 'email_change', token_hash }).expect(200);
    }
    await signIn(post, { ...person, email: latest }).expect(200);
  });

  it('is rejected for an address that is taken, now or when the second mailbox agrees', async () => {
    const [person, other] = [await confirmedPerson(post), await confirmedPerson(post)];
    const client = await signedIn(post, person);
    const taken = await client.updateUser({ email: other.email.toUpperCase() });
    expect(taken.error).toMatchObject({ status: 422, code: 'email_exists' });

    const email = someEmail();
    await client.updateUser({ email });
    await verify({ type: 'email_change', ...(await hashOnly(person, email, person.email)) }).expect(200);
    await confirmedPerson(post, email);
    const late = await verify({ type: 'email_change', ...(await hashOnly(person, email, email)) });
    expect([late.status, late.body.code]).toEqual([422, 'email_exists']);
    await signIn(post, person).expect(200);
  });
  const hashOnly = async (person: Person, newEmail: string, address: string) => ({
    token_hash: (await proof(person, newEmail, address)).token_hash,
  });

  it('is withdrawn by a new password, and not begun by naming the present address', async () => {
    const person = await confirmedPerson(post);
    const client = await signedIn(post, person);
    const same = await client.updateUser({ email: person.email.toUpperCase() });
    expect(same.data.user?.new_email).toBeUndefined();
    const email = someEmail();
    await client.updateUser({ email });
    const pending = await hashOnly(person, email, email);
    await client.updateUser({ password: 'chosen anew' });
    await verify({ type: 'email_change', ...pending }).expect(403);
    const topics = (await eventsOf(post, person.id)).map(({ topic }) => topic);
    expect(topics.filter((topic) => topic === 'user.email_change_requested')).toHaveLength(1);
  });

  it('can be asked for again while it is pending, and the same is said when nothing is', async () => {
    const [person, idle] = [await confirmedPerson(post), await confirmedPerson(post)];
    await (await signedIn(post, person)).updateUser({ email: someEmail() });
    for (const email of [person.email, idle.email, someEmail()]) {
      await call(post, 'post', '/resend').send({ type: 'email_change', email }).expect(200, {});
    }
    const requested = async ({ id }: Person) =>
      (await eventsOf(post, id)).filter(({ topic }) => topic === 'user.email_change_requested');
    expect(await requested(person)).toHaveLength(2);
    expect(await requested(idle)).toHaveLength(0);
  });
});

describe('showing again that the mailbox is read', () => {
  let post: TestSmtpServer;
  beforeAll(async () => {
    post = await startTestSmtpServer({ AUTH_REAUTHENTICATION_REQUIRED: 'on' });
    await post.startWorker();
  });
  afterAll(() => post?.stop());

  it('is wanted for a new password in a session older than a day, and told by email afterwards', async () => {
    const person = await confirmedPerson(post);
    const client = await signedIn(post, person);
    expect((await client.updateUser({ password: 'while it is fresh' })).error).toBeNull();
    await post.database.query({
      text: `update sessions set created_at = created_at - interval '25 hours' where user_id = $1`,
      values: [person.id],
    });
    const needed = await client.updateUser({ password: 'another one' });
    expect(needed.error).toMatchObject({ status: 400, code: 'reauthentication_needed' });

    expect((await client.reauthenticate()).error).toBeNull();
    const nonce = codeIn((await mailTo(post, person.email, 'code')).text);
    const wrong = String((Number(nonce) + 1) % 1_000_000).padStart(6, '0');
    const rejected = await client.updateUser({ password: 'another one', nonce: wrong });
    expect(rejected.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' });
    expect((await client.updateUser({ password: 'another one', nonce })).error).toBeNull();
    const again = await client.updateUser({ password: 'a third one', nonce });
    expect(again.error).toMatchObject({ code: 'reauthentication_not_valid' });

    expect((await mailTo(post, person.email, 'password was changed')).text).toContain('/auth/forgot');
    expect(await auditOf(post, person.id)).toContain('user.reauthentication_requested');
  });

  it('signs no one in, and helps no other account', async () => {
    const [one, other] = [await confirmedPerson(post), await confirmedPerson(post)];
    const client = await signedIn(post, one);
    await client.reauthenticate();
    const nonce = codeIn((await mailTo(post, one.email, 'code')).text);
    for (const type of ['email', 'magiclink', 'recovery', 'signup', 'email_change']) {
      await call(post, 'post', '/verify').send({ type, email: one.email, token: nonce }).expect(403);
    }
    const foreign = await (await signedIn(post, other)).updateUser({ password: 'of another person', nonce });
    expect(foreign.error).toMatchObject({ code: 'reauthentication_not_valid' });
  });

  it('is rejected to who has not confirmed the mailbox, and to who is not signed in', async () => {
    const { body } = await signIn(post, await paidPerson(post));
    const unconfirmed = await call(post, 'get', '/reauthenticate', body.access_token).expect(422);
    expect(unconfirmed.body.code).toBe('email_not_confirmed');
    await call(post, 'get', '/reauthenticate').expect(401);
  });
});

describe('an installation with an interval between emails', () => {
  it('keeps it for a change of address and for codes', async () => {
    const product = await startTestProduct({ RATE_LIMITS: 'on', AUTH_SEND_INTERVAL_SECONDS: '60' });
    try {
      const person = await confirmedPerson(product);
      const client = await signedIn(product, person);
      expect((await client.updateUser({ email: someEmail() })).error).toBeNull();
      const tooSoon = await client.updateUser({ email: someEmail() });
      expect(tooSoon.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
      expect((await client.reauthenticate()).error).toBeNull();
      expect((await client.reauthenticate()).error).toMatchObject({ code: 'over_email_send_rate_limit' });
    } finally {
      await product.stop();
    }
  });
});
