import { ApiError, type ApiErrorCode } from './api-error';
import { SERVER_ERROR, UNEXPECTED_ERROR, UNREACHABLE } from './default-messages';

/** The server's message names the field or limit and is more specific than a fixed one. */
const SERVER_MESSAGE = null;

/** User-facing messages by error code. */
const MESSAGES: Record<ApiErrorCode, string | null> = {
  network_error: UNREACHABLE,
  unreadable_response: 'The server sent a response we couldn’t read. Please try again.',
  validation_failed: SERVER_MESSAGE,
  malformed_request: UNEXPECTED_ERROR,
  headers_too_large: UNEXPECTED_ERROR,
  bad_json: UNEXPECTED_ERROR,
  body_too_large: 'That’s too long. Please shorten it.',
  unsupported_media_type: UNEXPECTED_ERROR,
  unauthorized: 'Your session has ended. Please sign in again.',
  forbidden: 'You don’t have permission to do this.',
  insufficient_aal: 'Verify your second factor to continue.',
  mfa_enrollment_required: 'Turn on two-factor authentication to use the support console.',
  wrong_password: SERVER_MESSAGE,
  reauthentication_needed: SERVER_MESSAGE,
  export_expired: SERVER_MESSAGE,
  not_found: 'We couldn’t find that. It may have been removed.',
  method_not_allowed: UNEXPECTED_ERROR,
  rate_limited: SERVER_MESSAGE,
  captcha_failed: 'Captcha verification failed. Please try again.',
  idempotency_key_reused:
    'This was already submitted with different details. Please reload the page and try again.',
  idempotency_in_progress: 'This is already in progress. Please wait a moment.',
  amount_not_a_plan: 'The price of this plan has changed. Please reload the page.',
  plan_mismatch: 'The plan or its price has changed. Nothing was charged. Please reload the page.',
  weak_password: SERVER_MESSAGE,
  email_exists: 'An account with this email already exists. Please sign in first.',
  already_subscribed: 'This account already has a paid plan.',
  checkout_closed: 'A payment from this browser is in progress or already complete. Please don’t pay again.',
  checkout_replaced:
    'You opened another checkout, perhaps in another tab, so we closed this one. Nothing was charged. To buy this plan, try again.',
  checkout_cookie_mismatch:
    'Nothing was charged. Please allow cookies for this site, reload the page, and try again.',
  too_many_declines: SERVER_MESSAGE,
  checkout_not_found: 'This checkout has expired. Nothing was charged. Please try again.',
  payment_not_succeeded: 'The payment isn’t complete yet.',
  payment_under_review: SERVER_MESSAGE,
  payment_refunded: SERVER_MESSAGE,
  subscription_ended: SERVER_MESSAGE,
  no_subscription: SERVER_MESSAGE,
  change_not_possible: SERVER_MESSAGE,
  account_deletion_scheduled: SERVER_MESSAGE,
  quote_expired: SERVER_MESSAGE,
  quote_changed: SERVER_MESSAGE,
  payment_declined: SERVER_MESSAGE,
  not_refundable: SERVER_MESSAGE,
  last_payment_method: SERVER_MESSAGE,
  invoice_not_open: SERVER_MESSAGE,
  nothing_to_correct: SERVER_MESSAGE,
  payment_belongs_to_another_account: 'This payment was made for another account. Please contact support.',
  payment_provider_unavailable: 'The payment provider didn’t respond. Please try again in a moment.',
  session_not_found: 'We couldn’t find this payment in your account.',
  checkout_not_in_review: SERVER_MESSAGE,
  checkout_not_provisionable: SERVER_MESSAGE,
  tier_mismatch: 'Your plan has changed. Please reload the page.',
  email_not_replayable: SERVER_MESSAGE,
  webhook_not_replayable: SERVER_MESSAGE,
  service_unavailable: 'Part of our service is temporarily unavailable. Please try again.',
  internal_error: SERVER_ERROR,
};

/** User-facing message for anything thrown by a call; never empty. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return UNEXPECTED_ERROR;
  const fixed = error.code in MESSAGES ? MESSAGES[error.code as ApiErrorCode] : SERVER_MESSAGE;
  return fixed ?? (error.message || UNEXPECTED_ERROR);
}
