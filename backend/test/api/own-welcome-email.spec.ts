import { v7 as uuid } from 'uuid';
import { Subscriptions } from '../../src/modules/subscriptions/index.js';
import { startEmailDelivery } from '../support/email-fixture.js';
import { callApi } from '../support/call-api.js';
import { useShared } from '../support/fixtures.js';
import { eventually } from '../support/eventually.js';
import { createUser, type SignedInUser } from '../support/users.js';

describe("a buyer's own welcome email", () => {
  const product = useShared(startEmailDelivery);
  afterEach(() => product.resetMailServerControls());

  async function createCustomer(confirmed = false): Promise<SignedInUser> {
    const user = await createUser(product, { confirmed });
    await buy(user);
    return user;
  }

  async function buy(user: SignedInUser, amountCents = 4900): Promise<void> {
    const checkoutId = uuid();
    await product.database.query({
      text: `insert into checkouts (id, plan, billing_interval, amount_cents, status, created_at, updated_at)
        values ($1, 'team', 'month', 4900, 'provisioned', now(), now())`,
      values: [checkoutId],
    });
    const order = { checkoutId, plan: 'team', interval: 'month', amountCents } as const;
    const paid = { amount: amountCents, currency: 'usd' };
    await product.database.transaction(() =>
      product.api
        .get(Subscriptions)
        .activate({ userId: user.id, order, paid, paymentIntentId: null, cardFingerprint: null }),
    );
  }

  const call = ({ headers }: Pick<SignedInUser, 'headers'>, path = '', body: object = {}) =>
    path
      ? callApi(product, headers, 'POST', `account/v1/welcome-email${path}`, body)
      : callApi(product, headers, 'GET', 'account/v1/welcome-email');
  const becomes = (user: SignedInUser, delivery: string) =>
    eventually(async () => expect((await call(user)).body).toMatchObject({ delivery }));
  const getLinkToken = async (address: string): Promise<string> => {
    const email = (await product.emailsTo(address)).at(-1)!;
    const { links } = await product.openEmail(email);
    return new URL(links.find((link) => link.includes('/auth/confirm'))!).searchParams.get('token')!;
  };
  const confirm = async ({ headers }: SignedInUser, token_hash: string) => {
    const response = await fetch(`${product.url}/api/auth/v1/verify`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ token_hash, type: 'payment' }),
    });
    return response.status;
  };

  it('is pending until the mail server accepts it', async () => {
    await product.stopMailServer();
    const user = await createCustomer();
    await becomes(user, 'pending');
    await eventually(async () => expect((await call(user)).body).toMatchObject({ correctable: true }));
    const email = `now-${user.email}`;
    // Rejected while a worker tries to send it.
    await eventually(async () =>
      expect(await call(user, '/correct', { email })).toMatchObject({ status: 202 }),
    );
    await product.startMailServer();
    await becomes(user, 'sent');
    expect(await product.emailsTo(user.email)).toEqual([]);
    expect(await product.emailsTo(email)).toHaveLength(1);
  });

  it('is a receipt for a customer who buys the same plan again, also when it is resent', async () => {
    const user = await createCustomer(true);
    await becomes(user, 'sent');
    await product.database.query({
      text: `update subscriptions set status = 'canceled', ended_at = now() where user_id = $1`,
      values: [user.id],
    });
    await buy(user, 5900);
    await eventually(async () => expect(await product.emailsTo(user.email)).toHaveLength(2));
    await becomes(user, 'sent');
    expect(await call(user, '/resend')).toMatchObject({ status: 202 });
    const emails = await eventually(async () => {
      const arrived = await product.emailsTo(user.email);
      expect(arrived).toHaveLength(3);
      return arrived;
    });
    const [welcome, ...receipts] = emails.map(({ subject }) => subject);
    expect(welcome).toMatch(/^Welcome to /);
    for (const subject of receipts) expect(subject).toMatch(/^Your receipt from /);
    for (const receipt of emails.slice(1))
      expect((await product.openEmail(receipt)).text).toMatch(/Amount paid: \$59/);
  });

  it('can be resent', async () => {
    const user = await createCustomer();
    await becomes(user, 'sent');
    expect(await call(user, '/resend')).toMatchObject({ status: 202 });
    await eventually(async () => expect(await product.emailsTo(user.email)).toHaveLength(2));
    expect(await confirm(user, await getLinkToken(user.email))).toBe(200);
  });

  it('can be sent to a corrected address once, which voids earlier links', async () => {
    const user = await createCustomer();
    await becomes(user, 'sent');
    const old = await getLinkToken(user.email);
    const email = `right-${user.email}`;
    expect(await call(user, '/correct', { email })).toMatchObject({
      status: 202,
      body: { email, correctable: false },
    });
    await becomes(user, 'sent');
    expect(await confirm(user, old)).toBe(403);
    expect(await call(user, '/correct', { email: `third-${user.email}` })).toMatchObject({
      status: 409,
      body: { code: 'email_not_replayable' },
    });
    expect(await confirm(user, await getLinkToken(email))).toBe(200);
    const [row] = await product.database.query<{ email: string; email_confirmed_at: Date | null }>({
      text: 'select email, email_confirmed_at from users where id = $1',
      values: [user.id],
    });
    expect(row).toMatchObject({ email, email_confirmed_at: expect.any(Date) as Date });
  });

  it('rejects correcting a confirmed address, or to an address that is in use or invalid', async () => {
    const confirmed = await createCustomer(true);
    await becomes(confirmed, 'sent');
    const correct = async (user: SignedInUser, email: string) => {
      const { status, body } = await call(user, '/correct', { email });
      return `${status} ${body.code as string}`;
    };
    expect(await correct(confirmed, 'new@example.com')).toBe('409 email_not_replayable');
    const user = await createCustomer();
    await becomes(user, 'sent');
    expect(await correct(user, confirmed.email)).toBe('422 email_exists');
    expect(await correct(user, 'no address')).toBe('422 validation_failed');
    expect((await call(user)).body).toMatchObject({ email: user.email, correctable: true });
  });
});
