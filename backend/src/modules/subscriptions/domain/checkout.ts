import type { BillingInterval, PaidPlan } from '@subscription-site/shared/plans';

export type CheckoutStatus =
  'open' | 'provisioned' | 'unclaimed' | 'needs_review' | 'refund_due' | 'refunded' | 'canceled';

/** A purchase on its way. */
export interface Checkout {
  id: string;
  plan: PaidPlan;
  interval: BillingInterval;
  amountCents: number;
  status: CheckoutStatus;
  paymentIntentId: string | null;
  intentAttempt: number;
  hostedSessionId: string | null;
  cookieHash: string | null;
  ipHash: string | null;
  userId: string | null;
  preparedAt: Date | null;
  /** The buyer was signed in when the checkout was prepared. */
  preparedSignedIn: boolean;
  email: string | null;
  emailNormalized: string | null;
  fullName: string | null;
  passwordHash: string | null;
  termsVersion: string | null;
  termsAcceptedAt: Date | null;
  passwordAttempts: number;
  declines: number;
  paidAt: Date | null;
  reviewCause: string | null;
  subscriptionId: string | null;
  createdAt: Date;
}

/** Who is buying, as told before the charge (prepared) or with the call that follows it. */
export interface Buyer {
  email: string;
  fullName: string;
  passwordHash: string | null;
  termsVersion: string | null;
  termsAcceptedAt: Date | null;
}

/** A buyer as a prepared checkout keeps them. */
export interface PreparedBuyer extends Buyer {
  emailNormalized: string;
  /** The account that the plan joins; null for a new one. */
  userId: string | null;
  signedIn: boolean;
  /** Of the cookie that goes on with the checkout from now on. */
  cookieHash: string;
  ipHash: string;
}

/** An intent is canceled after this many declined charges. */
export const MAX_DECLINES = 5;
/** Tries at a password that one checkout may make. */
export const MAX_PASSWORD_ATTEMPTS = 5;
/** Work at the provider that failed this often is reported to staff; it is retried all the same. */
export const LASTING_FAILURES = 3;
/** How long a payment that was never prepared waits for the page before it is provisioned without it. */
export const WAIT_FOR_PAGE_SECONDS = 60;
