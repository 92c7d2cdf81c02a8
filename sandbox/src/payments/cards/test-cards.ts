import { DECLINES, type Decline } from './declines.ts';

/** When the bank wants its customer to prove himself (3-D Secure). */
export type Authentication = 'always' | 'unless_set_up' | 'only_on_session';

/** What happens to a payment after it went through, or instead of going through at once. */
export type Aftermath =
  | 'dispute_fraudulent'
  | 'dispute_not_received'
  | 'dispute_inquiry'
  | 'early_fraud_warning'
  | 'refund_pending'
  | 'refund_fails'
  | 'processing_then_succeeds'
  | 'processing_then_fails';

/** How a test card behaves. Nothing set: every payment succeeds. */
export interface TestCard {
  number: string;
  /** One line for the list on the dashboard. */
  summary: string;
  /** Name of its token without the prefix `pm_card_` or `tok_`. */
  tokens?: readonly string[];
  group: 'succeeds' | 'declined' | '3-D Secure' | 'risk and checks' | 'later' | 'this sandbox only';
  decline?: Decline;
  /** Rejected only once it is attached to a customer. */
  attachesThenDeclines?: true;
  authentication?: Authentication;
  /** The bank's side of the authentication does not answer: declined without asking. */
  authenticationBroken?: true;
  aftermath?: Aftermath;
  riskLevel?: 'normal' | 'elevated' | 'highest';
  cvcCheck?: 'fail';
  funding?: 'credit' | 'debit' | 'prepaid';
  country?: string;
}

const succeeds = (
  number: string,
  summary: string,
  tokens: string[],
  more: Partial<TestCard> = {},
): TestCard => ({
  number,
  summary,
  tokens,
  group: 'succeeds',
  ...more,
});

const declined = (number: string, summary: string, tokens: string[], decline: Decline): TestCard => ({
  number,
  summary,
  tokens,
  group: 'declined',
  decline,
});

const asks = (number: string, summary: string, tokens: string[], more: Partial<TestCard>): TestCard => ({
  number,
  summary,
  tokens,
  group: '3-D Secure',
  ...more,
});

const risky = (number: string, summary: string, tokens: string[], more: Partial<TestCard>): TestCard => ({
  number,
  summary,
  tokens,
  group: 'risk and checks',
  ...more,
});

const later = (number: string, summary: string, tokens: string[], more: Partial<TestCard>): TestCard => ({
  number,
  summary,
  tokens,
  group: 'later',
  ...more,
});

/** The cards of the provider's testing documentation, and two of our own for payments that take their time. */
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
  succeeds('4000000000000077', 'Visa, succeeds at once into the available balance', ['bypassPending']),

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
  declined('4000000000000127', 'Wrong CVC', ['chargeDeclinedIncorrectCvc'], DECLINES.incorrectCvc),
  declined(
    '4000000000000119',
    'Processing error',
    ['chargeDeclinedProcessingError'],
    DECLINES.processingError,
  ),
  declined(
    '4000000000006975',
    'Declined: used too often',
    ['visa_chargeDeclinedVelocityLimitExceeded', 'chargeDeclinedVelocityLimitExceeded'],
    DECLINES.velocityExceeded,
  ),

  asks(
    '4000002500003155',
    'Asks once; after being set up, later charges pass',
    ['authenticationRequiredOnSetup'],
    {
      authentication: 'unless_set_up',
    },
  ),
  asks(
    '4000002760003184',
    'Asks on every charge, so renewals need the customer',
    ['authenticationRequired'],
    {
      authentication: 'always',
    },
  ),
  asks(
    '4000003800000446',
    'Set up already: asks only while the customer is there',
    ['authenticationRequiredSetupForOffSession'],
    {
      authentication: 'only_on_session',
    },
  ),
  asks('4000000000003220', 'Must be completed, then succeeds', ['threeDSecure2Required'], {
    authentication: 'always',
  }),
  asks('4000000000003063', 'Must be completed, then succeeds', ['threeDSecureRequired'], {
    authentication: 'always',
  }),
  asks(
    '4000008260003178',
    'Completed, then insufficient funds',
    ['authenticationRequiredChargeDeclinedInsufficientFunds'],
    { authentication: 'always', decline: DECLINES.insufficientFunds },
  ),
  asks('4000008400001629', 'Completed, then declined', ['threeDSecureRequiredChargeDeclined'], {
    authentication: 'always',
    decline: DECLINES.generic,
  }),
  asks('4000008400001280', 'The bank cannot be asked: declined', ['threeDSecureRequiredProcessingError'], {
    authentication: 'always',
    authenticationBroken: true,
    decline: DECLINES.generic,
  }),
  asks('4000000000003055', 'Supported but not asked for, succeeds', ['threeDSecureOptional'], {}),
  asks(
    '4000000000003097',
    'Supported but the bank cannot be asked, succeeds',
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

  later('4000000000000341', 'Can be saved; every charge fails from then on', ['chargeCustomerFail'], {
    attachesThenDeclines: true,
  }),
  later('4000000000000259', 'Succeeds, then disputed as fraudulent', ['createDispute'], {
    aftermath: 'dispute_fraudulent',
  }),
  later('4000000000002685', 'Succeeds, then disputed as not received', ['createDisputeProductNotReceived'], {
    aftermath: 'dispute_not_received',
  }),
  later('4000000000001976', 'Succeeds, then an inquiry', ['createDisputeInquiry'], {
    aftermath: 'dispute_inquiry',
  }),
  later('4000000000005423', 'Succeeds, then an early fraud warning', ['createIssuerFraudRecord'], {
    aftermath: 'early_fraud_warning',
  }),
  later('4000000000007726', 'A refund is pending at first, then succeeds', ['pendingRefund'], {
    aftermath: 'refund_pending',
  }),
  later('4000000000005126', 'A refund succeeds at first, then fails', ['refundFail'], {
    aftermath: 'refund_fails',
  }),

  {
    number: '4000009900000004',
    summary: 'Processing for 5 seconds, then succeeds',
    tokens: ['sandboxProcessing'],
    group: 'this sandbox only',
    aftermath: 'processing_then_succeeds',
  },
  {
    number: '4000009900000012',
    summary: 'Processing for 5 seconds, then declined',
    tokens: ['sandboxProcessingThenDeclined'],
    group: 'this sandbox only',
    aftermath: 'processing_then_fails',
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
