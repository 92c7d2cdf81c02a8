import { OneTimeLinks } from '../../src/modules/auth/index.js';
import {
  auditOf,
  authClient,
  call,
  confirmedPerson,
  eventsOf,
  linkSecret,
  paidPerson,
  PASSWORD,
  refresh,
  signIn,
  someEmail,
  type Person,
} from '../support/auth.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

describe('links in emails', () => {
  let product: TestProduct;
  beforeAll(async () => (product = await startTestProduct()));
  afterAll(() => product.stop());

  const verify = (body: object, token?: string) => call(product, 'post', '/verify', token).send(body);
  const provenAt = async (id: string) => {
    const [row] = await product.database.query<{ at: Date | null }>({
      text: 'select email_confirmed_at as at from users where id = $1',
      values: [id],
    });
    return row!.at;
  };
  const signUp = async (email = someEmail(), password = PASSWORD): Promise<Person> => {
    const { body } = await call(product, 'post', '/signup').send({ email, password }).expect(200);
    return { id: body.id, email, password };
  };

  describe('of a sign-up', () => {
    it('work once, and the earlier ones die with the one that was used', async () => {
      const { id, email } = await signUp();
      const [first, second] = [
        await linkSecret(product, id, 'signup', email),
        await linkSecret(product, id, 'signup', email),
      ];
      await verify({ type: 'email', token_hash: second }).expect(200);
      for (const token_hash of [first, second]) {
        const response = await verify({ type: 'signup', token_hash }).expect(403);
        expect(response.body).toEqual({
          code: 'otp_expired',
          message: 'Email link is invalid or has expired',
        });
      }
      expect((await eventsOf(product, id)).filter(({ topic }) => topic === 'user.confirmed')).toHaveLength(1);
    });

    it('work once when pressed ten times at once', async () => {
      const { id, email } = await signUp();
      const token_hash = await linkSecret(product, id, 'signup', email);
      const responses = await Promise.all(
        Array.from({ length: 10 }, () => verify({ type: 'signup', token_hash })),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([
        200,
        ...Array.from({ length: 9 }, () => 403),
      ]);
    });

    it('open an account that two passwords were chosen for with neither, and say that it needs one', async () => {
      const { id, email } = await signUp();
      product.clock.advance(61);
      const other = { email, password: 'another horse', data: { full_name: 'Ada' } };
      await call(product, 'post', '/signup').send(other).expect(200);
      const token_hash = await linkSecret(product, id, 'signup', email);
      const { body } = await verify({ type: 'signup', token_hash }).expect(200);
      expect(body.user.app_metadata).toMatchObject({ has_password: false });
      const chosen = await call(product, 'put', '/user', body.access_token)
        .send({ password: 'a third horse' })
        .expect(200);
      expect(chosen.body.app_metadata).not.toHaveProperty('has_password');
    });

    it('die after a day', async () => {
      const { id, email } = await signUp();
      const token_hash = await linkSecret(product, id, 'signup', email);
      product.clock.advance(86_401);
      expect((await verify({ type: 'signup', token_hash }).expect(403)).body.code).toBe('otp_expired');
    });

    it('open nothing of another kind or for a made-up secret, and are stored as a hash only', async () => {
      const { id, email } = await signUp();
      const token_hash = await linkSecret(product, id, 'signup', email);
      await verify({ type: 'recovery', token_hash }).expect(403);
      await verify({ type: 'payment', token_hash, password: PASSWORD }).expect(403);
      await verify({ type: 'signup', token_hash: 'x'.repeat(43) }).expect(403);
      const stored = await product.database.query({
        text: 'select one_time_tokens::text as row from one_time_tokens',
      });
      expect(JSON.stringify(stored)).not.toContain(token_hash);
      await verify({ type: 'signup', token_hash }).expect(200);
    });

    it('are followed by a browser to the site or an allowed page, and nowhere else', async () => {
      const follow = async (redirect: string) => {
        const { id, email } = await signUp();
        const token = await linkSecret(product, id, 'signup', email);
        const response = await call(
          product,
          'get',
          `/verify?token=${token}&type=signup&redirect_to=${encodeURIComponent(redirect)}`,
        );
        expect(response.status).toBe(303);
        return new URL(response.get('Location')!);
      };
      const allowed = await follow('http://localhost:3000/welcome?sb_flow_id=7');
      expect(allowed.href).toMatch(
        /^http:\/\/localhost:3000\/welcome\?sb_flow_id=7#access_token=.+&type=signup$/,
      );
      const session = new URLSearchParams(allowed.hash.slice(1));
      await call(product, 'get', '/user', session.get('access_token')!).expect(200);
      for (const stranger of [
        'https://evil.example/',
        'http://localhost:3000@evil.example/',
        'javascript:alert(1)',
      ]) {
        expect((await follow(stranger)).origin).toBe('http://localhost:3000');
      }
      const failed = await call(product, 'get', '/verify?token=nothing&type=signup').expect(303);
      expect(failed.get('Location')).toBe(
        'http://localhost:3000/#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=',
      );
    });
  });

  describe('when two people signed up with one address', () => {
    it('give the account to the owner of the mailbox, and neither password opens it', async () => {
      const victim = someEmail();
      const { id } = await signUp(victim, 'the password of a stranger');
      await signUp(victim, 'the password of the owner');
      const token_hash = await linkSecret(product, id, 'signup', victim);
      const { body } = await verify({ type: 'signup', token_hash }).expect(200);
      for (const password of ['the password of a stranger', 'the password of the owner']) {
        expect((await signIn(product, { email: victim, password }).expect(400)).body.code).toBe(
          'invalid_credentials',
        );
      }
      await call(product, 'put', '/user', body.access_token)
        .send({ password: 'chosen by the owner' })
        .expect(200);
      await signIn(product, { email: victim, password: 'chosen by the owner' }).expect(200);
    });

    it('keep the password when the same person pressed the button twice, even at once', async () => {
      const email = someEmail();
      const send = () => call(product, 'post', '/signup').send({ email, password: PASSWORD });
      const responses = await Promise.all([send(), send(), send()]);
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
      const token_hash = await linkSecret(product, responses[0]!.body.id, 'signup', email);
      await verify({ type: 'signup', token_hash }).expect(200);
      await signIn(product, { email, password: PASSWORD }).expect(200);
    });
  });

  it('of a recovery prove an unconfirmed mailbox and close what opened the account before', async () => {
    const person = await paidPerson(product);
    const stranger = (await signIn(product, person).expect(200)).body;
    const token_hash = await linkSecret(product, person.id, 'recovery', person.email);
    await verify({ type: 'recovery', token_hash }).expect(200);
    expect(await provenAt(person.id)).not.toBeNull();
    await signIn(product, person).expect(400);
    await call(product, 'get', '/user', stranger.access_token).expect(403);
    await refresh(product, stranger.refresh_token).expect(400);
  });

  it('of a recovery leave the other sessions of a confirmed account alone until a new password is set', async () => {
    const person = await confirmedPerson(product);
    const { body } = await signIn(product, person);
    const token_hash = await linkSecret(product, person.id, 'recovery', person.email);
    await verify({ type: 'recovery', token_hash }).expect(200);
    expect((await call(product, 'get', '/user', body.access_token)).status).toBe(200);
  });

  describe('in the email that welcomes a customer who paid', () => {
    const paymentLink = ({ id, email }: Person) => linkSecret(product, id, 'payment', email);

    it('let him in before his address is confirmed, but change or hand over nothing by themselves', async () => {
      const person = await paidPerson(product);
      const { body } = await signIn(product, person).expect(200);
      expect(body.user.email_confirmed_at).toBeUndefined();
      const token_hash = await paymentLink(person);
      expect((await verify({ type: 'payment', token_hash }).expect(400)).body.code).toBe('validation_failed');
      const moved = await call(product, 'put', '/user', body.access_token)
        .send({ email: someEmail() })
        .expect(400);
      expect(moved.body.code).toBe('email_not_confirmed');
      const again = await call(product, 'post', '/signup')
        .send({ email: person.email, password: PASSWORD })
        .expect(422);
      expect(again.body.code).toBe('user_already_exists');
      expect(await provenAt(person.id)).toBeNull();
    });

    it('prove the mailbox with the password, which stays', async () => {
      const person = await paidPerson(product);
      const earlier = (await signIn(product, person)).body;
      const token_hash = await paymentLink(person);
      const wrong = await verify({ type: 'payment', token_hash, password: 'wrong' }).expect(400);
      expect(wrong.body.code).toBe('invalid_credentials');
      expect(await provenAt(person.id)).toBeNull();
      const { body } = await verify({ type: 'payment', token_hash, password: person.password }).expect(200);
      expect(body.user.email_confirmed_at).toBeDefined();
      await call(product, 'get', '/user', body.access_token).expect(200);
      await call(product, 'get', '/user', earlier.access_token).expect(200);
      await signIn(product, person).expect(200);
      await verify({ type: 'payment', token_hash, password: person.password }).expect(403);
    });

    it("prove the mailbox for someone signed in to that account, and for no one else's session", async () => {
      const person = await paidPerson(product);
      const stranger = (await signIn(product, await confirmedPerson(product))).body;
      const own = (await signIn(product, person)).body;
      const token_hash = await paymentLink(person);
      await verify({ type: 'payment', token_hash }, stranger.access_token).expect(403);
      const { body } = await verify({ type: 'payment', token_hash }, own.access_token).expect(200);
      expect(body.user).toMatchObject({ id: person.id, email_confirmed_at: expect.any(String) });
      await call(product, 'get', '/user', own.access_token).expect(403);
      await call(product, 'get', '/user', body.access_token).expect(200);
    });

    it('let the owner of the mailbox choose a new password, which closes what the payer had', async () => {
      const person = await paidPerson(product);
      const payer = (await signIn(product, person)).body;
      const token_hash = await paymentLink(person);
      expect(
        (await verify({ type: 'payment', token_hash, new_password: 'tiny' }).expect(422)).body.code,
      ).toBe('weak_password');
      await verify({ type: 'payment', token_hash, new_password: 'chosen by the owner' }).expect(200);
      await call(product, 'get', '/user', payer.access_token).expect(403);
      await signIn(product, person).expect(400);
      await signIn(product, { ...person, password: 'chosen by the owner' }).expect(200);
      expect(await provenAt(person.id)).not.toBeNull();
    });

    it('let the owner of the mailbox say that the account is not his', async () => {
      const person = await paidPerson(product);
      const payer = (await signIn(product, person)).body;
      const token_hash = await paymentLink(person);
      await verify({ type: 'payment', token_hash, report_unrecognized: true }).expect(200, {});
      await call(product, 'get', '/user', payer.access_token).expect(403);
      await signIn(product, person).expect(400);
      await verify({ type: 'payment', token_hash, report_unrecognized: true }).expect(403);
      expect(await provenAt(person.id)).toBeNull();
      expect(await eventsOf(product, person.id)).toEqual([
        { topic: 'user.reported_unrecognized', payload: { userId: person.id } },
      ]);
      expect(await auditOf(product, person.id)).toContain('user.reported_unrecognized');
    });

    it('tell the page whether the account has a password', async () => {
      const links = product.api.get(OneTimeLinks, { strict: false });
      for (const [password, expected] of [
        [PASSWORD, null],
        [null, 'false'],
      ] as const) {
        const { id: userId, email: address } = await paidPerson(product, password);
        const confirmation = await links.mint({ userId, purpose: 'signup', address });
        const welcome = await links.mintUnlessConfirmed({ userId, address });
        for (const link of [confirmation, welcome!])
          expect(new URL(link.url).searchParams.get('has_password')).toBe(expected);
        expect(welcome!.hasPassword).toBe(password !== null);
      }
    });

    it('work without a password too, but not by guessing one', async () => {
      const person = await paidPerson(product, null);
      const token_hash = await paymentLink(person);
      const guess = await verify({ type: 'payment', token_hash, password: 'anything' }).expect(400);
      expect(guess.body.code).toBe('invalid_credentials');
      await verify({ type: 'payment', token_hash, new_password: 'set at last' }).expect(200);
      await signIn(product, { ...person, password: 'set at last' }).expect(200);
    });

    it('sent to a corrected address prove nothing: the password alone still counts', async () => {
      const person = await paidPerson(product);
      const token_hash = await linkSecret(product, person.id, 'payment', someEmail());
      await verify({ type: 'payment', token_hash, new_password: 'of a stranger' }).expect(403);
      await verify({ type: 'payment', token_hash, report_unrecognized: true }).expect(403);
      await verify({ type: 'payment', token_hash, password: person.password }).expect(200);
      expect(await provenAt(person.id)).toBeNull();
      await signIn(product, person).expect(200);
    });

    it('are what a confirmation asked for again becomes', async () => {
      const person = await paidPerson(product);
      await authClient(product).resend({ type: 'signup', email: person.email });
      expect(await eventsOf(product, person.id)).toMatchObject([{ topic: 'user.confirmation_requested' }]);
      const token_hash = await linkSecret(product, person.id, 'signup', person.email);
      await verify({ type: 'signup', token_hash }).expect(403);
      await verify({ type: 'payment', token_hash, password: person.password }).expect(200);
    });
  });

  it.each([
    ['no type', { token_hash: 'x' }],
    ['an unknown type', { type: 'nothing', token_hash: 'x' }],
    ['no secret', { type: 'signup' }],
    ['a code without an address', { type: 'signup', token: '123456' }],
    ['an address beside the hash', { type: 'signup', token_hash: 'x', email: 'a@example.com' }],
    [
      'two wishes at once',
      { type: 'payment', token_hash: 'x', report_unrecognized: true, new_password: 'something' },
    ],
  ])('are rejected with %s', async (_, body) => {
    expect((await verify(body).expect(400)).body.code).toBe('validation_failed');
  });
});
