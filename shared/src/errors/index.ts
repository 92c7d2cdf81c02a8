/**
 * Every stable error code of the product's own API (functions, account, admin), with the meaning a client may rely on.
 * The authentication service answers with the codes of its own wire protocol instead.
 */
export const ERROR_CODES = {
  /** A field is missing, unknown or malformed; `details` names each field and the fix. */
  validation_failed: 'validation_failed',
  /** The host, target or framing of the request can be read in more than one way. */
  malformed_request: 'malformed_request',
  /** The body is not JSON. */
  bad_json: 'bad_json',
  /** The body is larger than the endpoint takes. */
  body_too_large: 'body_too_large',
  /** The body is not sent as JSON: `Content-Type: application/json`. */
  unsupported_media_type: 'unsupported_media_type',
  /** The call needs a signed-in customer. */
  unauthorized: 'unauthorized',
  /** Signed in, but not allowed to do this. */
  forbidden: 'forbidden',
  /** The account has a second factor that this session has not verified: verify it, then repeat the call. */
  insufficient_aal: 'insufficient_aal',
  /** Staff need a second factor here, and this account has none: enroll one, then repeat the call. */
  mfa_enrollment_required: 'mfa_enrollment_required',
  /** There is nothing under this address. */
  not_found: 'not_found',
  /** The method is not served at this address. */
  method_not_allowed: 'method_not_allowed',
  /** Too many calls; `Retry-After` says when to come back. */
  rate_limited: 'rate_limited',
  /** The caller has not shown that a person is there. */
  captcha_failed: 'captcha_failed',
  /** The same idempotency key came with another body. */
  idempotency_key_reused: 'idempotency_key_reused',
  /** The first call under this idempotency key is still running. */
  idempotency_in_progress: 'idempotency_in_progress',
  /** The amount is the price of no plan, or not of the plan named. */
  amount_not_a_plan: 'amount_not_a_plan',
  /** The plan, interval or amount named is not that of the checkout. */
  plan_mismatch: 'plan_mismatch',
  /** The password breaks a rule; `details.reasons` lists which. */
  weak_password: 'weak_password',
  /** An account with this address exists: sign in first. */
  email_exists: 'email_exists',
  /** The account has a paid plan already; `details` names it. */
  already_subscribed: 'already_subscribed',
  /** The checkout is being charged or is paid. */
  checkout_closed: 'checkout_closed',
  /** The browser has opened another checkout meanwhile, for another plan: this one can no longer be charged, and was not. */
  checkout_replaced: 'checkout_replaced',
  /**
   * The checkout cookie is missing, or another prepare has rotated it: nothing was charged. Ask for a new payment intent and prepare
   * that one.
   */
  checkout_cookie_mismatch: 'checkout_cookie_mismatch',
  /** The card was declined so often that the intent was canceled: nothing was charged. Ask for a new payment intent. */
  too_many_declines: 'too_many_declines',
  /** No checkout of ours, or not this browser's. */
  checkout_not_found: 'checkout_not_found',
  /** The payment has not succeeded (yet); `details.status` is the provider's status. */
  payment_not_succeeded: 'payment_not_succeeded',
  /** The payment arrived but contradicts its order: staff decide, and the buyer must not pay again. */
  payment_under_review: 'payment_under_review',
  /** The payment was returned in full: there is no plan, and the buyer may order again. */
  payment_refunded: 'payment_refunded',
  /** The payment was made for another account. */
  payment_belongs_to_another_account: 'payment_belongs_to_another_account',
  /** The payment provider did not answer, or answered with an error of its own; try again. */
  payment_provider_unavailable: 'payment_provider_unavailable',
  /** A checkout session unknown to us, unpaid, or another account's; or a sign-in that has ended, or is another's. */
  session_not_found: 'session_not_found',
  /** Staff: the payment does not wait for a review (any more). */
  checkout_not_in_review: 'checkout_not_in_review',
  /** Staff: no plan can be given for the payment; it can be refunded. */
  checkout_not_provisionable: 'checkout_not_provisionable',
  /** The tier named is not the account's. */
  tier_mismatch: 'tier_mismatch',
  /** The email cannot be replayed or canceled in its present state, or to that address. */
  email_not_replayable: 'email_not_replayable',
  /** A part the call needs (database, queue) is away; try again. */
  service_unavailable: 'service_unavailable',
  /** A error of ours; the request id finds it in the log. */
  internal_error: 'internal_error',
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Body of every error of the product's own API. */
export interface ErrorBody {
  statusCode: number;
  code: ErrorCode;
  /** A sentence fit to show to a person. */
  message: string;
  details?: Record<string, unknown>;
  /** Finds the request in the log; also the `X-Request-Id` header. */
  requestId: string;
}

/** One faulty field in `details.fields` of `validation_failed`. */
export interface FieldError {
  field: string;
  message: string;
}
