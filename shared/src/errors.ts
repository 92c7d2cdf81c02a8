/**
 * Stable error codes of the product's own API (functions, account, admin). Clients may rely on their meaning.
 * The auth API uses the codes of its wire protocol instead.
 */
export const ERROR_CODES = {
  /** A field is missing, unknown or malformed; `details` names each field and the fix. */
  validation_failed: 'validation_failed',
  /** The host, target or framing of the request is ambiguous. */
  malformed_request: 'malformed_request',
  /** The URL and headers are too large together. */
  headers_too_large: 'headers_too_large',
  /** The body is not JSON. */
  bad_json: 'bad_json',
  /** The body exceeds the endpoint's size limit. */
  body_too_large: 'body_too_large',
  /** The body must be sent with `Content-Type: application/json`. */
  unsupported_media_type: 'unsupported_media_type',
  /** The request requires a signed-in user. */
  unauthorized: 'unauthorized',
  /** Signed in, but not allowed to do this. */
  forbidden: 'forbidden',
  /** The account has MFA enabled, but this session has not completed it. Complete MFA, then retry. */
  insufficient_aal: 'insufficient_aal',
  /** Staff must use MFA here, and this account has no factor. Enroll one, then retry. */
  mfa_enrollment_required: 'mfa_enrollment_required',
  /** The resource does not exist. */
  not_found: 'not_found',
  /** The request requires the account's password, which was wrong. */
  wrong_password: 'wrong_password',
  /** The account has no password, so the user must have signed in within the last 10 minutes. Sign in again, then retry. */
  reauthentication_needed: 'reauthentication_needed',
  /** The export was deleted, or the session of its link has ended. Request a new export. */
  export_expired: 'export_expired',
  /** The resource does not support this HTTP method. */
  method_not_allowed: 'method_not_allowed',
  /** Too many requests. `Retry-After` says when to try again. */
  rate_limited: 'rate_limited',
  /** The captcha token is missing, invalid or expired. */
  captcha_failed: 'captcha_failed',
  /** The idempotency key was used before with a different body. */
  idempotency_key_reused: 'idempotency_key_reused',
  /** The first request with this idempotency key is still in progress. */
  idempotency_in_progress: 'idempotency_in_progress',
  /** The amount is not the price of any plan, or not of the given plan. */
  amount_not_a_plan: 'amount_not_a_plan',
  /** The plan, interval or amount differs from the checkout's. */
  plan_mismatch: 'plan_mismatch',
  /** The password violates the password rules; `details.reasons` lists them. */
  weak_password: 'weak_password',
  /** An account with this email exists. Sign in first. */
  email_exists: 'email_exists',
  /** The account already has a paid plan; `details` contains it. */
  already_subscribed: 'already_subscribed',
  /** The checkout is being paid or has been paid. */
  checkout_closed: 'checkout_closed',
  /** The browser has since opened a checkout for another plan. This one was not charged and can no longer be. */
  checkout_replaced: 'checkout_replaced',
  /** The checkout cookie is missing or was rotated by another prepare. Nothing was charged; create and prepare a new payment intent. */
  checkout_cookie_mismatch: 'checkout_cookie_mismatch',
  /** The payment intent was canceled after too many declines. Nothing was charged; create a new payment intent. */
  too_many_declines: 'too_many_declines',
  /** The checkout does not exist or belongs to another browser. */
  checkout_not_found: 'checkout_not_found',
  /** The payment has not succeeded, or not yet; `details.status` is the provider's status. */
  payment_not_succeeded: 'payment_not_succeeded',
  /** The payment contradicts its checkout. Staff will resolve it; the buyer must not pay again. */
  payment_under_review: 'payment_under_review',
  /** The payment was refunded in full. No plan was granted; the buyer may start over. */
  payment_refunded: 'payment_refunded',
  /** The subscription of this hosted checkout was canceled or refunded; `details.status` says which. */
  subscription_ended: 'subscription_ended',
  /** The account has no plan, or it has ended. */
  no_subscription: 'no_subscription',
  /** The subscription can't be changed now; `details.reason` says why. */
  change_not_possible: 'change_not_possible',
  /** The account is scheduled for deletion, so nothing that costs money is possible; `details.scheduledFor` says when. */
  account_deletion_scheduled: 'account_deletion_scheduled',
  /** The quote is older than 15 minutes. Request a new one. */
  quote_expired: 'quote_expired',
  /** The price, the default card, or the date of the change is different now. Nothing was changed or charged; request a new quote. */
  quote_changed: 'quote_changed',
  /** The card was declined. Nothing was charged, and nothing changed. */
  payment_declined: 'payment_declined',
  /** The payment can't be refunded; `details.reason` says why. */
  not_refundable: 'not_refundable',
  /** The card pays for a running plan. Add another one first. */
  last_payment_method: 'last_payment_method',
  /** The invoice can't be paid; `details.reason` says why. */
  invoice_not_open: 'invoice_not_open',
  /** The invoice already shows the current billing details. */
  nothing_to_correct: 'nothing_to_correct',
  /** The payment was made for another account. */
  payment_belongs_to_another_account: 'payment_belongs_to_another_account',
  /** The payment provider is unavailable or returned a server error. Try again. */
  payment_provider_unavailable: 'payment_provider_unavailable',
  /** A hosted checkout or sign-in session that is unknown, unpaid, ended, or belongs to another account. */
  session_not_found: 'session_not_found',
  /** Staff: the payment is not, or no longer, in review. */
  checkout_not_in_review: 'checkout_not_in_review',
  /** Staff: the payment cannot be provisioned, only refunded. */
  checkout_not_provisionable: 'checkout_not_provisionable',
  /** The given tier is not the account's tier. */
  tier_mismatch: 'tier_mismatch',
  /** The email's status does not allow the replay or cancellation, or not to that address. */
  email_not_replayable: 'email_not_replayable',
  /** The webhook event was handled and can't be processed again. */
  webhook_not_replayable: 'webhook_not_replayable',
  /** A dependency (database, queue) is unavailable. Try again. */
  service_unavailable: 'service_unavailable',
  /** A server error, logged with the request id. */
  internal_error: 'internal_error',
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Body of every error response of the product's own API. */
export interface ErrorBody {
  statusCode: number;
  code: ErrorCode;
  /** Safe to show to users. */
  message: string;
  details?: Record<string, unknown>;
  /** Identifies the request in the logs. Same as the `X-Request-Id` header. */
  requestId: string;
}

/** An invalid field, in `details.fields` of `validation_failed`. */
export interface FieldError {
  field: string;
  message: string;
}
