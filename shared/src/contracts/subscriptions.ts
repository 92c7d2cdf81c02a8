import type { BillingInterval, PaidPlan, SubscriptionTier } from '../plans.js';
import type { PaymentMethodView } from './billing.js';

/**
 * Statuses of a paid plan. `incomplete`: the first payment is not applied at the provider yet. `unpaid`: all retries of a renewal
 * failed, but it can still be paid. `paused`: the provider has stopped charging. `canceled` and `refunded` are final.
 */
export const STORED_STATUSES = [
  'incomplete',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
  'refunded',
] as const;

/** Also those of the trial. Only `active` and `past_due` can grant access. */
export const SUBSCRIPTION_STATUSES = ['trialing', 'trial_ended', ...STORED_STATUSES] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export interface SubscriptionSummary {
  plan: PaidPlan;
  interval: BillingInterval;
  status: SubscriptionStatus;
  /** ISO 8601, UTC. */
  current_period_end: string;
}

/** `check-subscription`. `subscription_tier` is null when the user has no tier. */
export interface SubscriptionCheck {
  subscription_tier: SubscriptionTier | null;
  status: SubscriptionStatus | null;
  interval: BillingInterval | null;
  current_period_end: string | null;
  trial_end: string | null;
}

/** The caller's subscription, at `account/v1/subscription`. Amounts in cents, times in ISO 8601. */
export interface AccountSubscriptionView {
  id: string;
  plan: PaidPlan;
  interval: BillingInterval;
  status: SubscriptionStatus;
  /** The price it was sold at, which may differ from today's. */
  amountCents: number;
  currency: string;
  currentPeriodStart: string;
  currentPeriodEnd: string;
  /** When it ends; null if it renews. */
  cancelAt: string | null;
  endedAt: string | null;
  /** The bank reversed a payment, which ended the plan. */
  endedByDispute: boolean;
  /** Until when the data of an ended plan is kept; null once it is deleted, or if the plan hasn't ended. */
  dataKeptUntil: string | null;
  userLimit: number | null;
  /** When the money-back guarantee ends; null if it doesn't apply. It still covers a plan that was canceled and has ended. */
  refundableUntil: string | null;
  nextCharge: { at: string; amountCents: number } | null;
  pendingChange: {
    kind: 'plan_change';
    plan: PaidPlan;
    interval: BillingInterval;
    effectiveAt: string;
  } | null;
  pastDue: {
    invoiceId: string;
    amountDueCents: number;
    /** Why the last attempt failed, as the bank or the payment provider names it. */
    reason: string | null;
    nextAttemptAt: string | null;
    /** When access ends at the earliest if nothing is paid; null if it has ended. */
    accessUntil: string | null;
  } | null;
  paymentMethod: PaymentMethodView | null;
}

export interface AccountSubscriptionResponse {
  subscription: AccountSubscriptionView | null;
  trial: { status: 'none' | 'trialing' | 'trial_ended'; endsAt: string | null };
  /** When the account will be deleted at the customer's request. Until they undo that, nothing can be bought or resumed. */
  deletionAt: string | null;
}

export interface QuoteRequest {
  plan: PaidPlan;
  interval: BillingInterval;
}

export interface QuoteLine {
  description: string;
  /** Negative for a credit. */
  amountCents: number;
}

export interface SubscriptionQuote {
  id: string;
  lines: QuoteLine[];
  subtotalCents: number;
  /** Unused time on the current plan. */
  creditCents: number;
  dueNowCents: number;
  currency: string;
  /** The card that is charged; null if nothing is charged now, or no default card is known. */
  paymentMethod: PaymentMethodView | null;
  effectiveAt: string;
  expiresAt: string;
}

export interface ConfirmChangeRequest {
  quoteId: string;
}

export interface ConfirmChangeResponse {
  status: 'applied' | 'scheduled' | 'requires_action';
  /** With `requires_action`: confirms the payment in the browser. */
  clientSecret?: string;
}

/**
 * How a subscription at the payment provider disagrees with ours. `unknown`: not ours. `ended_here`: still running there. `duplicate`: the
 * customer has another one. `missing`: it doesn't exist there.
 */
export const SUBSCRIPTION_MISMATCHES = ['unknown', 'ended_here', 'duplicate', 'missing'] as const;
export type SubscriptionMismatchKind = (typeof SUBSCRIPTION_MISMATCHES)[number];

/** A subscription at the payment provider that doesn't match ours. Staff decide what to do. */
export interface SubscriptionMismatch {
  providerSubscriptionId: string;
  kind: SubscriptionMismatchKind;
  userId: string | null;
  foundAt: string;
}
