import { getPlanPrice, type BillingInterval } from '@subscription-site/shared/plans';
import { CopyCards } from '../../src/modules/subscriptions/index.js';
import { Queues } from '../../src/platform/queue/queues.js';
import { callApi } from './call-api.js';
import { eventually } from './eventually.js';
import { openHostedPage, payOnHostedPage, createCard } from './open-checkouts.js';
import type { PaymentFixture } from './payment-fixture.js';
import { buildPurchase, payForCheckout, processPayment } from './purchase.js';
import { createUser } from './users.js';

export interface Subscriber {
  userId: string;
  email: string;
  subscriptionId: string;
  /** The provider's id. */
  providerId: string;
}

interface SubscriptionRow {
  id: string;
  userId: string;
  providerId: string;
}

/** What is stored of a subscription. */
export interface StoredSubscription {
  status: string;
  plan: string;
  billing_interval: string;
  cancel_at_period_end: boolean;
  current_period_start: Date;
  current_period_end: Date;
  grace_until: Date | null;
  payment_intent_id: string | null;
  pending_plan: string | null;
  pending_interval: string | null;
  pending_at: Date | null;
  provider_subscription_id: string | null;
  recurring_setup_at: Date | null;
  recurring_setup_failures: number;
}

/** Cards that can be added. They are declined when charged, must be confirmed with the bank, or are charged later. */
export const DECLINED = '4000000000000341';
export const AUTHENTICATION_REQUIRED = '4000002760003184';
export const PROCESSING = '4000009900000004';
/** Its refunds succeed and fail later. */
export const RETURNED_REFUND = '4000000000005126';
export const DISPUTED = '4000000000000259';

export type PaidOn = 'our page' | 'hosted page';

/** A customer of the Team plan, by default monthly, whose recurring billing is set up. */
export async function createSubscriber(
  product: PaymentFixture,
  {
    paidOn = 'our page',
    number = '4242424242424242',
    interval = 'month',
    email: buyer,
  }: { paidOn?: PaidOn; number?: string; interval?: BillingInterval; email?: string } = {},
): Promise<Subscriber> {
  const email =
    paidOn === 'our page'
      ? await buyOnOurPage(product, number, interval, buyer)
      : await buyOnHostedPage(product, number, interval);
  return subscriberWith(product, email);
}

/** The customer with this email address, once recurring billing is set up. */
export function subscriberWith(product: PaymentFixture, email: string): Promise<Subscriber> {
  return eventually(async () => {
    const [row] = await product.database.query<SubscriptionRow>({
      text: `select s.id, s.user_id as "userId", s.provider_subscription_id as "providerId"
             from subscriptions s join users u on u.id = s.user_id
             where u.email_normalized = $1 and s.recurring_setup_at is not null`,
      values: [email],
    });
    if (!row) throw new Error('Recurring billing is not set up yet.');
    return { email, subscriptionId: row.id, userId: row.userId, providerId: row.providerId };
  });
}

export async function getSubscription(
  { database }: PaymentFixture,
  { subscriptionId }: Pick<Subscriber, 'subscriptionId'>,
): Promise<StoredSubscription> {
  const text = 'select * from subscriptions where id = $1';
  const [row] = await database.query<StoredSubscription>({ text, values: [subscriptionId] });
  return row!;
}

/** What the customer and staff have decided, oldest first. */
export function listChanges(
  { database }: PaymentFixture,
  { subscriptionId }: Pick<Subscriber, 'subscriptionId'>,
): Promise<{ kind: string; status: string }[]> {
  const text =
    'select kind, status from subscription_changes where subscription_id = $1 order by created_at, id';
  return database.query({ text, values: [subscriptionId] });
}

/** Lets everyone use it again: otherwise, each person, address and card can use it once. */
export function allowGuarantee({ database }: PaymentFixture): Promise<unknown> {
  return database.query({ text: 'delete from guarantee_refunds' });
}

async function buyOnOurPage(
  product: PaymentFixture,
  number: string,
  interval: BillingInterval,
  email?: string,
): Promise<string> {
  const amount = getPlanPrice('team', interval).amountCents;
  const purchase = buildPurchase({ amount, ...(email && { email }) });
  const { status } = await processPayment(
    product,
    purchase,
    await payForCheckout(product, purchase, { number }),
  );
  if (status !== 200) throw new Error(`process-payment: ${status}`);
  return purchase.email;
}

async function buyOnHostedPage(
  product: PaymentFixture,
  number: string,
  interval: BillingInterval,
): Promise<string> {
  const user = await createUser(product);
  await payOnHostedPage(product, user, await openHostedPage(product, user, 'team', interval), number);
  return user.email.toLowerCase();
}

/** Adds a card to the customer, as the provider's page does, and makes the next renewals use it. Its copy here doesn't wait for the webhook. */
export async function changeCard(product: PaymentFixture, providerId: string, number: string): Promise<void> {
  const { stripe } = product;
  const { customer } = await stripe.subscriptions.retrieve(providerId);
  const method = await createCard(product, number);
  await stripe.paymentMethods.attach(method, { customer: String(customer) });
  await stripe.subscriptions.update(providerId, { default_payment_method: method });
  await product.api.get(CopyCards).copyForCustomer(String(customer));
}

/** The intent that paid the subscription's latest invoice. */
export async function getLatestPayment(product: PaymentFixture, providerId: string): Promise<string> {
  const { data } = await product.stripe.invoices.list({
    subscription: providerId,
    expand: ['data.payments'],
  });
  const payment = data[0]!.payments!.data.find(({ status }) => status === 'paid');
  return String(payment!.payment.payment_intent);
}

const DAY_SECONDS = 86_400;

/** Advances the clocks of the product and the provider together. */
export async function advanceBothClocks(product: PaymentFixture, days: number): Promise<void> {
  const advanceSeconds = Math.round(days * DAY_SECONDS);
  product.clock.advance(advanceSeconds);
  await product.control('clock', { advanceSeconds });
}

/** Handlers that wait for another event are retried within a minute. */
const RETRY_MS = 60_000;

/**
 * Waits until the provider has sent its webhooks, and all events that are due by the test's clock have been handled. Advances the
 * clocks to the next attempts of those that failed and are retried within a minute.
 */
export function handleEvents(product: PaymentFixture, limitMs = 90_000): Promise<void> {
  return soon(product, () => assertHandled(product), limitMs);
}

async function assertHandled(product: PaymentFixture): Promise<void> {
  const { webhooks } = await getControls(product);
  const events = await product.database.query<{ topic: string; error: string | null }>({
    text: `select topic, last_error as error from outbox_events
           where done_at is null and (due_at <= $1 or attempts > 0 and due_at <= $2)`,
    values: [product.clock.now(), new Date(product.clock.now().getTime() + RETRY_MS)],
  });
  if (webhooks.due + events.length > 0)
    throw new Error(`${webhooks.due} webhooks due, and these events: ${JSON.stringify(events)}`);
}

interface Controls {
  clock: { now: number; nextTaskAt: number | null };
  webhooks: { due: number };
}

async function getControls({ payments }: PaymentFixture): Promise<Controls> {
  return (await (await fetch(`${payments.url}/controls`)).json()) as Controls;
}

/**
 * Like {@link eventually}, without waiting for retries, scheduled tasks and what the provider does a few seconds later: whenever
 * nothing else is under way, it advances the clocks to the next of them.
 */
export function soon<T>(product: PaymentFixture, check: () => T | Promise<T>, limitMs?: number): Promise<T> {
  const checkOrAdvance = async (): Promise<T> => {
    try {
      return await check();
    } catch (error) {
      await advanceIfIdle(product);
      throw error;
    }
  };
  return eventually(checkOrAdvance, limitMs, check.toString());
}

async function advanceIfIdle(product: PaymentFixture): Promise<void> {
  const { clock, webhooks } = await getControls(product);
  const now = product.clock.now();
  const [events] = await product.database.query<{ due: number; nextAt: Date | null }>({
    text: `select count(*) filter (where due_at <= $1)::int as due, min(due_at) filter (where due_at > $1) as "nextAt"
           from outbox_events where done_at is null`,
    values: [now],
  });
  // Bull ignores a new job for an event that was just postponed until it has removed the old one.
  const queues = product.api.get(Queues).all();
  const activeJobs = await Promise.all(queues.map((queue) => queue.getActiveCount()));
  if (webhooks.due + events!.due > 0 || activeJobs.some(Boolean)) return;
  const waits = [
    events!.nextAt && events!.nextAt.getTime() - now.getTime(),
    clock.nextTaskAt && Math.max(0, clock.nextTaskAt - clock.now) * 1000,
  ]
    .filter((ms) => ms !== null)
    .filter((ms) => ms <= RETRY_MS);
  if (waits.length === 0) return product.runDueTasks();
  await advanceBothClocks(product, Math.ceil(Math.min(...waits) / 1000) / DAY_SECONDS);
}

/** Confirms a setup intent with a new card, as the page does, without authentication. */
export async function confirmCard(
  product: PaymentFixture,
  clientSecret: string,
  number: string,
): Promise<void> {
  const id = clientSecret.split('_secret_')[0]!;
  const response = await fetch(`${product.payments.url}/v1/setup_intents/${id}/confirm`, {
    method: 'POST',
    headers: { Authorization: 'Bearer pk_test_sandbox' },
    body: new URLSearchParams({
      client_secret: clientSecret,
      payment_method: await createCard(product, number),
    }),
  });
  const { status } = (await response.json()) as { status?: string };
  if (status !== 'succeeded') throw new Error(`the card was not confirmed: ${status}`);
}

/** Confirms or rejects a payment in the dialog of the customer's bank. */
export async function authenticate(
  product: PaymentFixture,
  clientSecret: string,
  outcome: 'succeeded' | 'failed',
): Promise<void> {
  const id = clientSecret.split('_secret_')[0]!;
  const response = await fetch(`${product.payments.url}/3ds/${id}/outcome`, {
    method: 'POST',
    headers: { Authorization: 'Bearer pk_test_sandbox' },
    body: new URLSearchParams({ client_secret: clientSecret, outcome }),
  });
  if (!response.ok) throw new Error(`the authentication: ${response.status} ${await response.text()}`);
}

/** Advances the clocks of all processes in development together, and returns once what became due has been handled. */
export async function advanceDevClock(product: PaymentFixture, days: number): Promise<void> {
  const { status, body } = await callApi(product, {}, 'POST', 'dev/clock', {
    advanceSeconds: Math.round(days * DAY_SECONDS),
  });
  if (status !== 200) throw new Error(`dev/clock: ${status} ${JSON.stringify(body)}`);
}
