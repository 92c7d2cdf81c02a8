import { OneTimeLinks } from '../../src/modules/auth/index.js';
import {
  listAuditActions,
  authClient,
  callAuth,
  createConfirmedUser,
  listEvents,
  createLinkToken,
  createPaidUser,
  PASSWORD,
  refresh,
  signIn,
  uniqueEmail,
  type TestUser,
} from '../support/auth.js';
import { startTestProduct } from '../support/test-product.js';
import { useShared } from '../support/fixtures.js';

describe('email links', () => {
  const product = useShared(startTestProduct);

  const verify = (body: object, token?: string) => callAuth(product, 'post', '/verify', token).send(body);
  const confirmedAt = async (id: string) => {
    const [row] = await product.database.query<{ at: Date | null }>({
      text: 'select email_confirmed_at as at from users where id = $1',
      values: [id],
    });
    return row!.at;
  };
  const signUp = async (email = uniqueEmail(), password = PASSWORD): Promise<TestUser> => {
    const { body } = await callAuth(product, 'post', '/signup').send({ email, password }).expect(200);
    return { id: body.id, email, password };
  };

  describe('for a sign-up', () => {
    it('work once, also when a newer one was sent, and void the others when used', async () => {
      const { id, email } = await signUp();
      const [first, second] = [
        await createLinkToken(product, id, 'signup', email),
        await createLinkToken(product, id, 'signup', email),
      ];
      await verify({ type: 'email', token_hash: first }).expect(200);
      for (const token_hash of [first, second]) {
        const response = await verify({ type: 'signup', token_hash }).expect(403);
        expect(response.body).toEqual({
          code: 'otp_expired',
          message: 'Email link is invalid or has expired',
        });
      }
      expect((await listEvents(product, id)).filter(({ topic }) => topic === 'user.confirmed')).toHaveLength(
        1,
      );
    });

    it('work once when clicked ten times simultaneously', async () => {
      const { id, email } = await signUp();
      const token_hash = await createLinkToken(product, id, 'signup', email);
      const responses = await Promise.all(
        Array.from({ length: 10 }, () => verify({ type: 'signup', token_hash })),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([
        200,
        ...Array.from({ length: 9 }, () => 403),
      ]);
    });

    it('can be checked without being used', async () => {
      const { id, email } = await signUp();
      const token_hash = await createLinkToken(product, id, 'signup', email);
      const isUsable = async (type: string) =>
        (await callAuth(product, 'post', '/verify/check').send({ type, token_hash }).expect(200)).body.usable;
      const states = [await isUsable('signup'), await isUsable('email'), await isUsable('recovery')];
      expect(states).toEqual([true, true, false]);
      await verify({ type: 'signup', token_hash }).expect(200);
      expect(await isUsable('signup')).toBe(false);
      await callAuth(product, 'post', '/verify/check').send({ type: 'sms', token_hash }).expect(400);
    });

    it('do nothing for another purpose, with a made-up token or after a day, and are stored only as a hash', async () => {
      const { id, email } = await signUp();
      const token_hash = await createLinkToken(product, id, 'signup', email);
      await verify({ type: 'recovery', token_hash }).expect(403);
      await verify({ type: 'payment', token_hash, password: PASSWORD }).expect(403);
      await verify({ type: 'signup', token_hash: 'x'.repeat(43) }).expect(403);
      const stored = await product.database.query({
        text: 'select one_time_tokens::text as row from one_time_tokens',
      });
      expect(JSON.stringify(stored)).not.toContain(token_hash);
      product.clock.advance(86_401);
      expect((await verify({ type: 'signup', token_hash }).expect(403)).body.code).toBe('otp_expired');
    });

    it('redirect a browser to the requested page with a session, or to the site with the error', async () => {
      const { id, email } = await signUp();
      const token = await createLinkToken(product, id, 'signup', email);
      const redirect = encodeURIComponent('http://localhost:3000/welcome?sb_flow_id=7');
      const response = await callAuth(
        product,
        'get',
        `/verify?token=${token}&type=signup&redirect_to=${redirect}`,
      ).expect(303);
      const allowed = new URL(response.get('Location')!);
      expect(allowed.href).toMatch(
        /^http:\/\/localhost:3000\/welcome\?sb_flow_id=7#access_token=.+&type=signup$/,
      );
      const session = new URLSearchParams(allowed.hash.slice(1));
      await callAuth(product, 'get', '/user', session.get('access_token')!).expect(200);
      const failed = await callAuth(product, 'get', '/verify?token=nothing&type=signup').expect(303);
      expect(failed.get('Location')).toBe(
        'http://localhost:3000/#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=',
      );
    });
  });

  describe('after two sign-ups with one address', () => {
    it('give the account to the owner of the mailbox, and neither password opens it', async () => {
      const victim = uniqueEmail();
      const { id } = await signUp(victim, 'the password of a stranger');
      await signUp(victim, 'the password of the owner');
      const token_hash = await createLinkToken(product, id, 'signup', victim);
      const { body } = await verify({ type: 'signup', token_hash }).expect(200);
      for (const password of ['the password of a stranger', 'the password of the owner']) {
        expect((await signIn(product, { email: victim, password }).expect(400)).body.code).toBe(
          'invalid_credentials',
        );
      }
      expect(body.user.app_metadata).toMatchObject({ has_password: false });
      const chosen = await callAuth(product, 'put', '/user', body.access_token)
        .send({ password: 'chosen by the owner' })
        .expect(200);
      expect(chosen.body.app_metadata).not.toHaveProperty('has_password');
      await signIn(product, { email: victim, password: 'chosen by the owner' }).expect(200);
    });

    it('keep the password when the same person clicked twice, even simultaneously', async () => {
      const email = uniqueEmail();
      const send = () => callAuth(product, 'post', '/signup').send({ email, password: PASSWORD });
      const responses = await Promise.all([send(), send(), send()]);
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
      const token_hash = await createLinkToken(product, responses[0]!.body.id, 'signup', email);
      await verify({ type: 'signup', token_hash }).expect(200);
      await signIn(product, { email, password: PASSWORD }).expect(200);
    });
  });

  it.each(['recovery', 'magiclink'] as const)(
    'for a %s confirm an unconfirmed mailbox and revoke all earlier access',
    async (type) => {
      const user = await createPaidUser(product);
      const stranger = (await signIn(product, user).expect(200)).body;
      const token_hash = await createLinkToken(product, user.id, type, user.email);
      await verify({ type, token_hash }).expect(200);
      expect(await confirmedAt(user.id)).not.toBeNull();
      await signIn(product, user).expect(400);
      await callAuth(product, 'get', '/user', stranger.access_token).expect(403);
      await refresh(product, stranger.refresh_token).expect(400);
    },
  );

  it('for a recovery keep other sessions of a confirmed account until a new password is set', async () => {
    const user = await createConfirmedUser(product);
    const { body } = await signIn(product, user);
    const token_hash = await createLinkToken(product, user.id, 'recovery', user.email);
    await verify({ type: 'recovery', token_hash }).expect(200);
    expect((await callAuth(product, 'get', '/user', body.access_token)).status).toBe(200);
  });

  describe('in the welcome email after a payment', () => {
    const paymentLink = ({ id, email }: TestUser) => createLinkToken(product, id, 'payment', email);

    it('sign the customer in before the email is confirmed, without rights to change or hand over the account', async () => {
      const user = await createPaidUser(product);
      const { body } = await signIn(product, user).expect(200);
      expect(body.user.email_confirmed_at).toBeUndefined();
      const token_hash = await paymentLink(user);
      expect((await verify({ type: 'payment', token_hash }).expect(400)).body.code).toBe('validation_failed');
      const moved = await callAuth(product, 'put', '/user', body.access_token)
        .send({ email: uniqueEmail() })
        .expect(400);
      expect(moved.body.code).toBe('email_not_confirmed');
      const repeated = await callAuth(product, 'post', '/signup')
        .send({ email: user.email, password: PASSWORD })
        .expect(422);
      expect(repeated.body.code).toBe('user_already_exists');
      expect(await confirmedAt(user.id)).toBeNull();
    });

    it('confirm the mailbox with the password, which stays', async () => {
      const user = await createPaidUser(product);
      const earlier = (await signIn(product, user)).body;
      const token_hash = await paymentLink(user);
      const wrong = await verify({ type: 'payment', token_hash, password: 'wrong' }).expect(400);
      expect(wrong.body.code).toBe('invalid_credentials');
      expect(await confirmedAt(user.id)).toBeNull();
      const { body } = await verify({ type: 'payment', token_hash, password: user.password }).expect(200);
      expect(body.user.email_confirmed_at).toBeDefined();
      await callAuth(product, 'get', '/user', body.access_token).expect(200);
      await callAuth(product, 'get', '/user', earlier.access_token).expect(200);
      await signIn(product, user).expect(200);
      await verify({ type: 'payment', token_hash, password: user.password }).expect(403);
    });

    it('confirm the mailbox for someone signed in to that account, and for no other session', async () => {
      const user = await createPaidUser(product);
      const stranger = (await signIn(product, await createConfirmedUser(product))).body;
      const own = (await signIn(product, user)).body;
      const token_hash = await paymentLink(user);
      await verify({ type: 'payment', token_hash }, stranger.access_token).expect(403);
      const { body } = await verify({ type: 'payment', token_hash }, own.access_token).expect(200);
      expect(body.user).toMatchObject({ id: user.id, email_confirmed_at: expect.any(String) });
      await callAuth(product, 'get', '/user', own.access_token).expect(403);
      await callAuth(product, 'get', '/user', body.access_token).expect(200);
    });

    it('let the owner of the mailbox choose a new password, which revokes the access of the payer', async () => {
      const user = await createPaidUser(product);
      const payer = (await signIn(product, user)).body;
      const token_hash = await paymentLink(user);
      expect(
        (await verify({ type: 'payment', token_hash, new_password: 'tiny' }).expect(422)).body.code,
      ).toBe('weak_password');
      await verify({ type: 'payment', token_hash, new_password: 'chosen by the owner' }).expect(200);
      await callAuth(product, 'get', '/user', payer.access_token).expect(403);
      await signIn(product, user).expect(400);
      await signIn(product, { ...user, password: 'chosen by the owner' }).expect(200);
      expect(await confirmedAt(user.id)).not.toBeNull();
    });

    it('let the owner of the mailbox report an unrecognized account', async () => {
      const user = await createPaidUser(product);
      const payer = (await signIn(product, user)).body;
      const token_hash = await paymentLink(user);
      await verify({ type: 'payment', token_hash, report_unrecognized: true }).expect(200, {});
      await callAuth(product, 'get', '/user', payer.access_token).expect(403);
      await signIn(product, user).expect(400);
      await verify({ type: 'payment', token_hash, report_unrecognized: true }).expect(403);
      expect(await confirmedAt(user.id)).toBeNull();
      expect(await listEvents(product, user.id)).toEqual([
        { topic: 'user.reported_unrecognized', payload: { userId: user.id } },
      ]);
      expect(await listAuditActions(product, user.id)).toContain('user.reported_unrecognized');
    });

    it('say whether the account has a password', async () => {
      const links = product.api.get(OneTimeLinks);
      for (const [password, expected] of [
        [PASSWORD, null],
        [null, 'false'],
      ] as const) {
        const { id: userId, email: address } = await createPaidUser(product, password);
        const confirmation = await links.mint({ userId, purpose: 'signup', address });
        const welcome = await links.mintUnlessConfirmed({ userId, address });
        for (const link of [confirmation, welcome!])
          expect(new URL(link.url).searchParams.get('has_password')).toBe(expected);
        expect(welcome!.hasPassword).toBe(password !== null);
      }
    });

    it("say that they were sent to an address other than the account's", async () => {
      const links = product.api.get(OneTimeLinks);
      const { id: userId, email } = await createPaidUser(product);
      for (const [address, expected] of [
        [email.toUpperCase(), null],
        [uniqueEmail(), 'false'],
      ] as const) {
        const confirmation = await links.mint({ userId, purpose: 'payment', address });
        const welcome = await links.mintUnlessConfirmed({ userId, address });
        for (const link of [confirmation, welcome!])
          expect(new URL(link.url).searchParams.get('confirms_email')).toBe(expected);
        expect(welcome!.confirmsEmail).toBe(expected === null);
      }
    });

    it('work without a password too, but not by guessing one', async () => {
      const user = await createPaidUser(product, null);
      const token_hash = await paymentLink(user);
      const guess = await verify({ type: 'payment', token_hash, password: 'anything' }).expect(400);
      expect(guess.body.code).toBe('invalid_credentials');
      await verify({ type: 'payment', token_hash, new_password: 'set at last' }).expect(200);
      await signIn(product, { ...user, password: 'set at last' }).expect(200);
    });

    it('confirm nothing when sent to a corrected address: the password is still required', async () => {
      const user = await createPaidUser(product);
      const token_hash = await createLinkToken(product, user.id, 'payment', uniqueEmail());
      const checked = await callAuth(product, 'post', '/verify/check').send({ type: 'payment', token_hash });
      expect(checked.body).toEqual({ usable: true });
      const rejected = await verify({ type: 'payment', token_hash, new_password: 'of a stranger' }).expect(
        403,
      );
      expect(rejected.body.msg ?? rejected.body.message).toMatch(/not sent to the account's current email/);
      await verify({ type: 'payment', token_hash, report_unrecognized: true }).expect(403);
      await verify({ type: 'payment', token_hash, password: user.password }).expect(200);
      expect(await confirmedAt(user.id)).toBeNull();
      await signIn(product, user).expect(200);
    });

    it('replace a confirmation that is resent', async () => {
      const user = await createPaidUser(product);
      await authClient(product).resend({ type: 'signup', email: user.email });
      expect(await listEvents(product, user.id)).toMatchObject([{ topic: 'user.confirmation_requested' }]);
      const token_hash = await createLinkToken(product, user.id, 'signup', user.email);
      await verify({ type: 'signup', token_hash }).expect(403);
      await verify({ type: 'payment', token_hash, password: user.password }).expect(200);
    });
  });

  it('are rejected without a type or token, and with contradictory fields', async () => {
    for (const body of [
      { token_hash: 'x' },
      { type: 'nothing', token_hash: 'x' },
      { type: 'signup' },
      { type: 'signup', token: '123456' },
      { type: 'email', token: '123456', email: 'a@example.com', phone: '+49170' },
      { type: 'signup', token_hash: 'x', email: 'a@example.com' },
      { type: 'payment', token_hash: 'x', report_unrecognized: true, new_password: 'something' },
    ])
      expect((await verify(body).expect(400)).body.code).toBe('validation_failed');
  });
});
