import { ApiError, type ApiErrorCode } from './api-error';

/** Used where nothing better is known. */
export const UNEXPECTED = 'An unexpected error occurred. Please try again.';

/** The server's own sentence names the field or the figure and says more than a fixed one could. */
const AS_SAID = null;

/** What a person reads for each code. */
const SENTENCES: Record<ApiErrorCode, string | null> = {
  network_error: 'We could not reach the server. Check your connection and try again.',
  unreadable_answer: 'The server gave an answer we could not read. Please try again.',
  validation_failed: AS_SAID,
  malformed_request: UNEXPECTED,
  bad_json: UNEXPECTED,
  body_too_large: 'That is more text than we can take. Please shorten it.',
  unsupported_media_type: UNEXPECTED,
  unauthorized: 'Your session has ended. Please sign in again.',
  forbidden: 'Your account is not allowed to do this.',
  insufficient_aal: 'Verify your second factor to continue.',
  mfa_enrollment_required: 'Turn on two-factor authentication to use the support console.',
  not_found: 'We could not find that. It may have been removed.',
  method_not_allowed: UNEXPECTED,
  rate_limited: AS_SAID,
  captcha_failed: 'We could not tell that you are a person. Please try again.',
  idempotency_key_reused: 'This was sent before with other contents. Please reload the page and try again.',
  idempotency_in_progress: 'This is being worked on already. Please wait a moment.',
  amount_not_a_plan: 'The price of this plan has changed. Please reload the page.',
  plan_mismatch: 'The plan or its price has changed meanwhile. Please reload the page; nothing was charged.',
  weak_password: AS_SAID,
  email_exists: 'An account with this email address exists. Please sign in first.',
  already_subscribed: 'This account has a paid plan already.',
  checkout_closed: 'A payment from this browser is being made or was made already. Please do not pay again.',
  checkout_replaced:
    'Another checkout was opened after this one, maybe in another tab, so this one ended. Nothing was charged. To buy this plan, press the button once more.',
  checkout_cookie_mismatch:
    'We could not continue this checkout. Nothing was charged. Please allow cookies for this site, reload the page and try again.',
  too_many_declines: AS_SAID,
  checkout_not_found: 'This checkout has expired. Please try again; nothing was charged.',
  payment_not_succeeded: 'The payment is not complete yet.',
  payment_under_review: AS_SAID,
  payment_returned: AS_SAID,
  payment_belongs_to_another_account: 'This payment was made for another account. Please contact support.',
  payment_provider_unavailable: 'The payment provider did not answer. Please try again in a moment.',
  session_not_found: 'We could not find this payment for your account.',
  checkout_not_in_review: AS_SAID,
  checkout_not_provisionable: AS_SAID,
  tier_mismatch: 'Your plan has changed meanwhile. Please reload the page.',
  email_not_replayable: AS_SAID,
  service_unavailable: 'A part of our service is away for a moment. Please try again.',
  internal_error: 'Something went wrong on our side. Please try again.',
};

/** The sentence for anything thrown by a call; never empty. */
export function sentenceOf(fault: unknown): string {
  if (!(fault instanceof ApiError)) return UNEXPECTED;
  const fixed = fault.code in SENTENCES ? SENTENCES[fault.code as ApiErrorCode] : AS_SAID;
  return fixed ?? (fault.message || UNEXPECTED);
}
