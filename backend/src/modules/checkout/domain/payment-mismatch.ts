import type { ReviewCause } from '@subscription-site/shared/contracts';
import { formatAmount } from '@subscription-site/shared/amounts';
import { CURRENCY, formatCents } from '@subscription-site/shared/money';
import { CATALOG, parsePaidPlan, type BillingInterval, type PaidPlan } from '@subscription-site/shared/plans';

/** How a payment differs from its checkout, for staff. */
export interface PaymentMismatch {
  cause: ReviewCause;
  details: string;
}

interface Order {
  id: string;
  plan: PaidPlan;
  interval: BillingInterval;
  amountCents: number;
}

interface PaidIntent {
  receivedCents: number;
  refundedCents: number;
  currency: string;
  metadata: Readonly<Record<string, string>>;
}

/** What a hosted page made at the provider. */
interface Purchase {
  planPrice: { plan: PaidPlan; interval: BillingInterval } | null;
  refundedCents: number;
}

interface PaidSession {
  amountCents: number | null;
  currency: string | null;
  metadata: Readonly<Record<string, string>>;
}

/** Compares a payment with its checkout, which is the source of truth. Undefined if they match. */
export function findMismatch(checkout: Order, intent: PaidIntent): PaymentMismatch | undefined {
  const { checkout_id: id, plan, interval } = intent.metadata;
  if (id !== checkout.id) return { cause: 'metadata', details: 'Paid for a different order' };
  if (plan !== checkout.plan || interval !== checkout.interval)
    return {
      cause: 'metadata',
      details: `Paid for ${planLabel(plan, interval)}, ordered ${orderLabel(checkout)}`,
    };
  return (
    findAmountMismatch(checkout, intent.receivedCents, intent.currency) ??
    findRefundMismatch(intent.refundedCents, intent.currency)
  );
}

/** The same for a hosted checkout. */
export function findHostedMismatch(
  checkout: Order,
  session: PaidSession,
  purchased: Purchase | undefined,
): PaymentMismatch | undefined {
  if (session.metadata.checkout_id !== checkout.id)
    return { cause: 'metadata', details: 'Paid for a different order' };
  if (!purchased) return { cause: 'subscription', details: 'No subscription at the payment provider' };
  const { planPrice } = purchased;
  if (planPrice && (planPrice.plan !== checkout.plan || planPrice.interval !== checkout.interval)) {
    const details = `Paid for ${planLabel(planPrice.plan, planPrice.interval)}, ordered ${orderLabel(checkout)}`;
    return { cause: 'metadata', details };
  }
  return (
    findAmountMismatch(checkout, session.amountCents ?? 0, session.currency ?? CURRENCY) ??
    findRefundMismatch(purchased.refundedCents, session.currency ?? CURRENCY)
  );
}

function findRefundMismatch(refundedCents: number, currency: string): PaymentMismatch | undefined {
  if (refundedCents === 0) return undefined;
  return { cause: 'refunded', details: `${formatAmount(refundedCents, currency)} already refunded` };
}

function findAmountMismatch(
  { amountCents }: Order,
  paidCents: number,
  currency: string,
): PaymentMismatch | undefined {
  const details = `${formatAmount(paidCents, currency)} paid, ${formatCents(amountCents)} due`;
  if (currency !== CURRENCY) return { cause: 'currency', details };
  return paidCents === amountCents ? undefined : { cause: 'amount', details };
}

const ADVERBS: Record<string, string | undefined> = { month: 'monthly', year: 'yearly' };

/** For example `Team monthly`. A payment's metadata may contain anything. */
function planLabel(plan = '', interval = ''): string {
  const paidPlan = parsePaidPlan(plan);
  return paidPlan
    ? `${CATALOG[paidPlan].name} ${ADVERBS[interval] ?? 'without an interval'}`
    : 'an unknown plan';
}

const orderLabel = ({ plan, interval }: Order): string => planLabel(plan, interval);
