import type { ReviewCause } from '@subscription-site/shared/contracts';
import { CURRENCY, formatCents } from '@subscription-site/shared/money';
import {
  CATALOGUE,
  parsePaidPlan,
  type BillingInterval,
  type PaidPlan,
} from '@subscription-site/shared/plans';
import type { Checkout } from './checkout.js';

/** How a payment contradicts its checkout, for staff. */
export interface PaymentMismatch {
  cause: ReviewCause;
  details: string;
}

type Order = Pick<Checkout, 'id' | 'plan' | 'interval' | 'amountCents'>;

interface PaidIntent {
  receivedCents: number;
  refundedCents: number;
  currency: string;
  metadata: Readonly<Record<string, string>>;
}

/** What a hosted page made at the provider. */
interface Bought {
  offer: { plan: PaidPlan; interval: BillingInterval } | null;
  refundedCents: number;
}

interface PaidSession {
  amountCents: number | null;
  currency: string | null;
  metadata: Readonly<Record<string, string>>;
}

/** Nothing of a payment is trusted that its checkout does not say too. Undefined when they agree. */
export function mismatchOf(checkout: Order, intent: PaidIntent): PaymentMismatch | undefined {
  const { checkout_id: id, plan, interval } = intent.metadata;
  if (id !== checkout.id) return { cause: 'metadata', details: 'Paid for another checkout' };
  if (plan !== checkout.plan || interval !== checkout.interval)
    return { cause: 'metadata', details: `Paid for ${named(plan, interval)}, ordered ${orderOf(checkout)}` };
  return (
    moneyMismatchOf(checkout, intent.receivedCents, intent.currency) ?? refundMismatchOf(intent.refundedCents)
  );
}

/** Likewise for a hosted page. */
export function hostedMismatchOf(
  checkout: Order,
  session: PaidSession,
  bought: Bought | undefined,
): PaymentMismatch | undefined {
  if (session.metadata.checkout_id !== checkout.id)
    return { cause: 'metadata', details: 'Paid for another checkout' };
  if (!bought) return { cause: 'subscription', details: 'No subscription at the payment provider' };
  const { offer } = bought;
  if (offer && (offer.plan !== checkout.plan || offer.interval !== checkout.interval)) {
    const details = `Paid for ${named(offer.plan, offer.interval)}, ordered ${orderOf(checkout)}`;
    return { cause: 'metadata', details };
  }
  return (
    moneyMismatchOf(checkout, session.amountCents ?? 0, session.currency ?? CURRENCY) ??
    refundMismatchOf(bought.refundedCents)
  );
}

function refundMismatchOf(refundedCents: number): PaymentMismatch | undefined {
  if (refundedCents === 0) return undefined;
  return { cause: 'refunded', details: `${formatCents(refundedCents)} already refunded` };
}

function moneyMismatchOf(
  { amountCents }: Order,
  paidCents: number,
  currency: string,
): PaymentMismatch | undefined {
  if (currency !== CURRENCY)
    return {
      cause: 'currency',
      details: `Paid in ${currency.toUpperCase()}, priced in ${CURRENCY.toUpperCase()}`,
    };
  if (paidCents === amountCents) return undefined;
  return { cause: 'amount', details: `${formatCents(paidCents)} paid, ${formatCents(amountCents)} due` };
}

const ADVERBS: Record<string, string | undefined> = { month: 'monthly', year: 'yearly' };

/** `Team monthly`. A payment's own metadata may name anything. */
function named(plan = '', interval = ''): string {
  const known = parsePaidPlan(plan);
  return known ? `${CATALOGUE[known].name} ${ADVERBS[interval] ?? 'without an interval'}` : 'an unknown plan';
}

const orderOf = ({ plan, interval }: Order): string => named(plan, interval);
