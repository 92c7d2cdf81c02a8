import { DECLINES, type Decline } from './declines.ts';

/** When the issuer requires 3D Secure authentication. */
export type Authentication = 'always' | 'unless_set_up' | 'only_on_session';

/** What happens to a payment after it succeeds, or instead of succeeding immediately. */
export type FollowUp =
  | 'dispute_fraudulent'
  | 'dispute_not_received'
  | 'dispute_inquiry'
  | 'early_fraud_warning'
  | 'refund_pending'
  | 'refund_fails'
  | 'processing_then_succeeds'
  | 'processing_then_fails';

/** Behavior of a test card. By default, every payment succeeds. */
export interface TestCard {
  number: string;
  /** Description on the dashboard. */
  summary: string;
  /** Token names, without the prefix `pm_card_` or `tok_`. */
  tokens?: readonly string[];
  group: 'succeeds' | 'declined' | '3D Secure' | 'risk and checks' | 'after the payment' | 'sandbox only';
  decline?: Decline;
  /** Declined only once it is attached to a customer. */
  attachesThenDeclines?: true;
  authentication?: Authentication;
  /** The issuer's authentication is unavailable, so the payment is declined. */
  authenticationBroken?: true;
  followUp?: FollowUp;
  riskLevel?: 'normal' | 'elevated' | 'highest';
  cvcCheck?: 'fail';
  funding?: 'credit' | 'debit' | 'prepaid';
  country?: string;
}

const succeeds = (
  number: string,
  summary: string,
  tokens: string[],
  behavior: Partial<TestCard> = {},
): TestCard => ({
  number,
  summary,
  tokens,
  group: 'succeeds',
  ...behavior,
});

const declined = (number: string, summary: string, tokens: string[], decline: Decline): TestCard => ({
  number,
  summary,
  tokens,
  group: 'declined',
  decline,
});

const requiresAuthentication = (
  number: string,
  summary: string,
  tokens: string[],
  behavior: Partial<TestCard>,
): TestCard => ({
  number,
  summary,
  tokens,
  group: '3D Secure',
  ...behavior,
});

const risky = (number: string, summary: string, tokens: string[], behavior: Partial<TestCard>): TestCard => ({
  number,
  summary,
  tokens,
  group: 'risk and checks',
  ...behavior,
});

const actsLater = (
  number: string,
  summary: string,
  tokens: string[],
  behavior: Partial<TestCard>,
): TestCard => ({
  number,
  summary,
  tokens,
  group: 'after the payment',
  ...behavior,
});

/** The cards of the provider's testing documentation, and two of our own for payments that stay in processing. */
export const TEST_CARDS: readonly TestCard[] = [
  succeeds('4242424242424242', 'Visa, succeeds', ['visa']),
  succeeds('4000056655665556', 'Visa debit, succeeds', ['visa_debit'], { funding: 'debit' }),
  succeeds('5555555555554444', 'Mastercard, succeeds', ['mastercard']),
  succeeds('2223003122003222', 'Mastercard (2-series), succeeds', []),
  succeeds('5200828282828210', 'Mastercard debit, succeeds', ['mastercard_debit'], { funding: 'debit' }),
  succeeds('5105105105105100', 'Mastercard prepaid, succeeds', ['mastercard_prepaid'], {
    funding: 'prepaid',
  }),
  succeeds('378282246310005', 'American Express, succeeds', ['amex']),
  succeeds('371449635398431', 'American Express, succeeds', []),
  succeeds('6011111111111117', 'Discover, succeeds', ['discover']),
  succeeds('6011000990139424', 'Discover, succeeds', []),
  succeeds('3056930009020004', 'Diners Club, succeeds', ['diners']),
  succeeds('36227206271667', 'Diners Club (14 digits), succeeds', []),
  succeeds('3566002020360505', 'JCB, succeeds', ['jcb']),
  succeeds('6200000000000005', 'UnionPay, succeeds', ['unionpay']),
  succeeds('4000000000000077', 'Visa, succeeds; funds are available immediately', ['bypassPending']),

  declined('4000000000000002', 'Declined', ['visa_chargeDeclined', 'chargeDeclined'], DECLINES.generic),
  declined(
    '4000000000009995',
    'Declined: insufficient funds',
    ['visa_chargeDeclinedInsufficientFunds', 'chargeDeclinedInsufficientFunds'],
    DECLINES.insufficientFunds,
  ),
  declined(
    '4000000000009987',
    'Declined: lost card',
    ['visa_chargeDeclinedLostCard', 'chargeDeclinedLostCard'],
    DECLINES.lostCard,
  ),
  declined(
    '4000000000009979',
    'Declined: stolen card',
    ['visa_chargeDeclinedStolenCard', 'chargeDeclinedStolenCard'],
    DECLINES.stolenCard,
  ),
  declined('4000000000000069', 'Expired card', ['chargeDeclinedExpiredCard'], DECLINES.expiredCard),
  declined('4000000000000127', 'Incorrect CVC', ['chargeDeclinedIncorrectCvc'], DECLINES.incorrectCvc),
  declined(
    '4000000000000119',
    'Processing error',
    ['chargeDeclinedProcessingError'],
    DECLINES.processingError,
  ),
  declined(
    '4000000000006975',
    'Declined: velocity limit exceeded',
    ['visa_chargeDeclinedVelocityLimitExceeded', 'chargeDeclinedVelocityLimitExceeded'],
    DECLINES.velocityExceeded,
  ),

  requiresAuthentication(
    '4000002500003155',
    'Requires authentication unless set up for future use',
    ['authenticationRequiredOnSetup'],
    {
      authentication: 'unless_set_up',
    },
  ),
  requiresAuthentication(
    '4000002760003184',
    'Requires authentication on every charge, including renewals',
    ['authenticationRequired'],
    {
      authentication: 'always',
    },
  ),
  requiresAuthentication(
    '4000003800000446',
    'Already set up: requires authentication only on session',
    ['authenticationRequiredSetupForOffSession'],
    {
      authentication: 'only_on_session',
    },
  ),
  requiresAuthentication(
    '4000000000003220',
    'Requires authentication, then succeeds',
    ['threeDSecure2Required'],
    {
      authentication: 'always',
    },
  ),
  requiresAuthentication(
    '4000000000003063',
    'Requires authentication, then succeeds',
    ['threeDSecureRequired'],
    {
      authentication: 'always',
    },
  ),
  requiresAuthentication(
    '4000008260003178',
    'Requires authentication, then declined: insufficient funds',
    ['authenticationRequiredChargeDeclinedInsufficientFunds'],
    { authentication: 'always', decline: DECLINES.insufficientFunds },
  ),
  requiresAuthentication(
    '4000008400001629',
    'Requires authentication, then declined',
    ['threeDSecureRequiredChargeDeclined'],
    {
      authentication: 'always',
      decline: DECLINES.generic,
    },
  ),
  requiresAuthentication(
    '4000008400001280',
    'Requires authentication, issuer unavailable: declined',
    ['threeDSecureRequiredProcessingError'],
    {
      authentication: 'always',
      authenticationBroken: true,
      decline: DECLINES.generic,
    },
  ),
  requiresAuthentication(
    '4000000000003055',
    'Supports authentication without requiring it, succeeds',
    ['threeDSecureOptional'],
    {},
  ),
  requiresAuthentication(
    '4000000000003097',
    'Supports authentication, issuer unavailable, succeeds',
    ['threeDSecureOptionalProcessingError'],
    {},
  ),

  risky('4100000000000019', 'Blocked as fraudulent', ['radarBlock'], {
    decline: DECLINES.fraudulent,
    riskLevel: 'highest',
  }),
  risky('4000000000004954', 'Highest risk: blocked', ['riskLevelHighest'], {
    decline: DECLINES.fraudulent,
    riskLevel: 'highest',
  }),
  risky('4000000000009235', 'Elevated risk, succeeds', ['riskLevelElevated'], { riskLevel: 'elevated' }),
  risky('4000000000000101', 'CVC check fails, succeeds', ['cvcCheckFail'], { cvcCheck: 'fail' }),

  actsLater(
    '4000000000000341',
    'Attaches to a customer, then every charge is declined',
    ['chargeCustomerFail'],
    {
      attachesThenDeclines: true,
    },
  ),
  actsLater('4000000000000259', 'Succeeds, then disputed as fraudulent', ['createDispute'], {
    followUp: 'dispute_fraudulent',
  }),
  actsLater(
    '4000000000002685',
    'Succeeds, then disputed as not received',
    ['createDisputeProductNotReceived'],
    {
      followUp: 'dispute_not_received',
    },
  ),
  actsLater('4000000000001976', 'Succeeds, then an inquiry', ['createDisputeInquiry'], {
    followUp: 'dispute_inquiry',
  }),
  actsLater('4000000000005423', 'Succeeds, then an early fraud warning', ['createIssuerFraudRecord'], {
    followUp: 'early_fraud_warning',
  }),
  actsLater('4000000000007726', 'Refunds are pending, then succeed', ['pendingRefund'], {
    followUp: 'refund_pending',
  }),
  actsLater('4000000000005126', 'Refunds succeed, then fail', ['refundFail'], {
    followUp: 'refund_fails',
  }),

  {
    number: '4000009900000004',
    summary: 'Processing for 5 seconds, then succeeds',
    tokens: ['sandboxProcessing'],
    group: 'sandbox only',
    followUp: 'processing_then_succeeds',
  },
  {
    number: '4000009900000012',
    summary: 'Processing for 5 seconds, then declined',
    tokens: ['sandboxProcessingThenDeclined'],
    group: 'sandbox only',
    followUp: 'processing_then_fails',
  },
];

const BY_NUMBER = new Map(TEST_CARDS.map((card) => [card.number, card]));
const BY_TOKEN = new Map(
  TEST_CARDS.flatMap((card) => (card.tokens ?? []).map((token) => [token, card] as const)),
);

export function testCardByNumber(number: string): TestCard | undefined {
  return BY_NUMBER.get(number);
}

/** The card behind `pm_card_visa` or `tok_visa`. */
export function testCardByToken(token: string): TestCard | undefined {
  return BY_TOKEN.get(token.replace(/^(pm_card_|tok_)/, ''));
}
