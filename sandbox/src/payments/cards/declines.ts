import type { ApiErrorBody } from '../http/api-error.ts';

/** A decline by the issuer. */
export interface Decline {
  code: string;
  declineCode: string;
  message: string;
}

const DECLINED = 'Your card was declined.';

const decline = (declineCode: string, message = DECLINED, code = 'card_declined'): Decline => ({
  code,
  declineCode,
  message,
});

/** Declines of the provider's test cards, with the provider's messages. */
export const DECLINES = {
  generic: decline('generic_decline'),
  insufficientFunds: decline('insufficient_funds', 'Your card has insufficient funds.'),
  lostCard: decline('lost_card'),
  stolenCard: decline('stolen_card'),
  expiredCard: decline('expired_card', 'Your card has expired.', 'expired_card'),
  incorrectCvc: decline('incorrect_cvc', "Your card's security code is incorrect.", 'incorrect_cvc'),
  processingError: decline(
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
    'processing_error',
  ),
  velocityExceeded: decline(
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ),
  fraudulent: decline('fraudulent'),
  liveCard: decline(
    'test_mode_live_card',
    'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  ),
  authenticationRequired: decline(
    'authentication_required',
    'Your card was declined. This transaction requires authentication.',
    'authentication_required',
  ),
} as const;

/** The provider's error for a declined card. */
export function declineBody({ code, declineCode, message }: Decline): ApiErrorBody {
  const omitsDeclineCode = code === declineCode && code !== 'authentication_required';
  return {
    type: 'card_error',
    code,
    message,
    ...(omitsDeclineCode ? {} : { decline_code: declineCode }),
    ...getParam(code),
  };
}

function getParam(code: string): { param?: string } {
  if (code === 'incorrect_cvc') return { param: 'cvc' };
  if (code === 'expired_card') return { param: 'exp_month' };
  return {};
}

const HARD_DECLINES = new Set([
  'authentication_required',
  'highest_risk_level',
  'incorrect_number',
  'lost_card',
  'pickup_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'stolen_card',
  'transaction_not_allowed',
]);

/** Declines after which the provider doesn't charge the same card again. */
export function isHardDecline(declineCode: string): boolean {
  return HARD_DECLINES.has(declineCode);
}

/** The decline with this code, as the provider reports it. */
export function declineWithCode(declineCode: string): Decline {
  return Object.values(DECLINES).find((known) => known.declineCode === declineCode) ?? decline(declineCode);
}
