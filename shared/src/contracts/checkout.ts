import type { BillingInterval, PaidPlan } from '../plans.js';
import type { SubscriptionSummary } from './subscriptions.js';

/** `get-stripe-config`. `scriptUrl` is present only when the payment sandbox is in use. */
export interface StripeConfig {
  publishableKey: string;
  scriptUrl?: string;
}

/** `create-payment-intent`: request body. `amount` (cents) is only checked against the price list. */
export interface CreatePaymentIntentRequest {
  amount: number;
  planName?: string;
  interval?: BillingInterval;
}

export interface CreatePaymentIntentResponse {
  clientSecret: string;
  paymentIntentId: string;
  livemode: boolean;
}

/** `prepare-checkout`: buyer details. With a bearer token, email, name and password may be omitted. */
export interface PrepareCheckoutRequest {
  clientSecret: string;
  planName: string;
  amount: number;
  email?: string;
  fullName?: string;
  password?: string;
  /** Required when a captcha is configured. */
  captchaToken?: string;
}

export interface PrepareCheckoutResponse {
  status: 'ready';
  /** With a captcha only: replaces the captcha token of one password sign-in with the buyer's email, within an hour. */
  signInTicket?: string;
}

/** `process-payment`. With a bearer token, email, name and password may be omitted. */
export interface ProcessPaymentRequest {
  paymentIntentId: string;
  planName: string;
  amount: number;
  email?: string;
  fullName?: string;
  password?: string;
}

export interface ProcessPaymentResponse {
  user: { id: string; email: string };
  subscription: SubscriptionSummary;
}

export interface CreateCheckoutSessionRequest {
  planName: string;
  interval?: BillingInterval;
}

export interface CreateCheckoutSessionResponse {
  url: string;
}

/** A payment without a valid email address to provision it to. */
export interface UnclaimedPayment {
  checkoutId: string;
  paymentIntentId: string;
  amountCents: number;
  currency: string;
  /** As the payer entered it, although it is not a valid address; null if they entered none. */
  email: string | null;
  paidAt: string;
}

/** Why a payment needs review: what contradicts its checkout, or what failed afterward. */
export const REVIEW_CAUSES = [
  'amount',
  'currency',
  'metadata',
  'refunded',
  'subscription',
  'refund_failed',
] as const;
export type ReviewCause = (typeof REVIEW_CAUSES)[number];

/** A payment that contradicts its checkout. An administrator provisions or refunds it. */
export interface CheckoutInReview {
  checkoutId: string;
  /** Id of the payment intent or the hosted checkout session. */
  paymentId: string;
  plan: PaidPlan;
  interval: BillingInterval;
  /** Amount due for the checkout, in USD. */
  amountCents: number;
  /** Null for a payment from before it was stored. */
  paid: { amountCents: number; currency: string } | null;
  /** The buyer's email, if known. */
  email: string | null;
  cause: ReviewCause;
  details: string;
  paidAt: string;
  /** When the review became due. */
  dueAt: string;
}

/** The decision about a payment in review was applied. */
export interface ReviewResolved {
  status: 'resolved';
}

/** Of {@link FailingPayment}. */
export const FAILING_PAYMENT_KINDS = ['recurring_setup', 'refund', 'cancellation', 'plan_change'] as const;
/** A request that the payment provider keeps rejecting. */
export interface FailingPayment {
  /**
   * `recurring_setup`: the customer has the plan but won't be charged again. `refund`: the buyer hasn't received their refund.
   * `cancellation`: the plan doesn't end. `plan_change`: the plan isn't changed or resumed.
   */
  kind: (typeof FAILING_PAYMENT_KINDS)[number];
  checkoutId: string;
  paymentId: string;
  email: string | null;
  amountCents: number;
  currency: string;
  failures: number;
  /** The payment provider's error message. */
  reason: string;
  /** False once we have given up. */
  retrying: boolean;
}
