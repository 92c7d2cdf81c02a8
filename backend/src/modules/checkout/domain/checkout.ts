export type CheckoutStatus =
  | 'open'
  | 'provisioned'
  | 'unclaimed'
  | 'needs_review'
  | 'refund_due'
  | 'refunded'
  | 'canceled';

/** Who is buying, as submitted before the charge (prepare) or after it (process). */
export interface Buyer {
  email: string;
  fullName: string;
  passwordHash: string | null;
  termsVersion: string | null;
  termsAcceptedAt: Date | null;
}

/** A buyer as stored with a prepared checkout. */
export interface PreparedBuyer extends Buyer {
  emailNormalized: string;
  /** The user that gets the plan; null for a new user. */
  userId: string | null;
  signedIn: boolean;
  /** Hash of the rotated checkout cookie. */
  cookieHash: string;
  ipHash: string;
}

/** Password attempts per checkout. */
export const MAX_PASSWORD_ATTEMPTS = 5;
/** After this many failed refunds at the provider, staff are alerted. Retries continue. */
export const FAILURES_BEFORE_ALERT = 3;
/** How long a payment that was never prepared waits for the page's call before it is provisioned without it. */
export const WAIT_FOR_PAGE_SECONDS = 60;
