import { formatAmount } from '@subscription-site/shared/amounts';
import { getPaymentFailure, type PaymentFailure } from '@subscription-site/shared/payment-failures';
import {
  CATALOG,
  RETENTION_DAYS,
  type BillingInterval,
  type PaidPlan,
} from '@subscription-site/shared/plans';
import {
  accountButton,
  button,
  customerEmail,
  note,
  paragraph,
  type Block,
  type Brand,
  type Template,
} from './template.js';
import { calendarDate, dateAndTime, greeting, neutralizeLinks } from './wording.js';

const PAYMENT_FAILED = 'Your payment didn’t go through';
const PLAN_ENDED = 'Your plan has ended';
const DATA_RETENTION = `We’ll keep your data for ${RETENTION_DAYS} days.`;
const RETENTION_AND_RETURN = `${DATA_RETENTION} Choose a plan within that time to pick up where you left off.`;

export interface PaymentFailedParams {
  name: string;
  plan: PaidPlan;
  /** Emails stored by earlier versions have none of the following. */
  amountCents?: number;
  currency?: string;
  /** The bank's decline code or the provider's error code. */
  failureCode?: string | null;
  /** Null after the last attempt. */
  nextAttemptAt?: string | null;
  /** When access ends at the earliest if nothing is paid. Null if it has ended. */
  accessUntil?: string | null;
  /** The plan has ended, and its data is kept for a while. */
  dataKept?: boolean;
}

export const paymentFailed: Template<PaymentFailedParams> = {
  ...customerEmail,
  subject: (_, params) =>
    hasEnded(params)
      ? `${PLAN_ENDED} because a payment failed`
      : getHeading(params, getPaymentFailure(params.failureCode ?? null)),
  body(params, brand) {
    const { name, plan, amountCents, currency = 'usd', failureCode = null } = params;
    const failure = getPaymentFailure(failureCode);
    const amount = amountCents === undefined ? 'the payment' : formatAmount(amountCents, currency);
    return {
      heading: getHeading(params, failure),
      preview: getPreview(params, failure),
      blocks: [
        paragraph(greeting(name)),
        paragraph(
          `We couldn’t collect ${amount} to renew your ${CATALOG[plan].name} plan. ${failure.reason}`,
        ),
        ...whatHappensNext(params, failure),
        payButton(params, brand, getPayLabel(failure)),
      ],
    };
  },
};

/** The last attempt failed, and no access is left. */
function hasEnded({ nextAttemptAt, accessUntil }: PaymentFailedParams): boolean {
  return nextAttemptAt === null && !accessUntil;
}

function getHeading(params: PaymentFailedParams, { confirm }: PaymentFailure): string {
  if (hasEnded(params)) return PLAN_ENDED;
  return confirm ? 'Your bank needs you to confirm a payment' : PAYMENT_FAILED;
}

function getPreview(params: PaymentFailedParams, { confirm, final }: PaymentFailure): string {
  if (params.dataKept) return DATA_RETENTION;
  if (params.nextAttemptAt === null)
    return final ? 'We didn’t receive a payment with a different card.' : 'That was our last attempt.';
  if (confirm) return 'It takes a minute, and you’ll keep your access.';
  return final ? 'Please pay with a different card.' : 'You’ll keep your access while we try again.';
}

function getPayLabel({ confirm, final }: PaymentFailure): string {
  if (confirm) return 'Confirm payment';
  return final ? 'Use a different card' : 'Pay now';
}

function whatHappensNext(
  { plan, nextAttemptAt, accessUntil, dataKept }: PaymentFailedParams,
  { confirm, final }: PaymentFailure,
): Block[] {
  const { name } = CATALOG[plan];
  if (nextAttemptAt === undefined) return [paragraph('You’ll keep your access while we try again.')];
  if (nextAttemptAt === null) {
    const ending = accessUntil
      ? `your access ends on ${dateAndTime(accessUntil)} unless you pay before then.`
      : `your ${name} plan has ended.`;
    return [
      paragraph(
        `${final ? 'We didn’t receive a payment with a different card' : 'That was our last attempt'}, so ${ending}`,
      ),
      ...(dataKept ? [paragraph(RETENTION_AND_RETURN)] : []),
    ];
  }
  if (final) {
    const ending = accessUntil
      ? ` Your access ends on ${dateAndTime(accessUntil)} unless you pay before then.`
      : '';
    return [paragraph(`We can’t charge this card again, so please pay with a different one.${ending}`)];
  }
  const retry = confirm
    ? `Please confirm it now, or use a different card. If you don’t, we’ll try again on ${calendarDate(nextAttemptAt)}, and your bank may ask again.`
    : `We’ll try again on ${calendarDate(nextAttemptAt)}. To fix it sooner, pay now or use a different card.`;
  const access = accessUntil
    ? `You’ll keep your access at least until ${dateAndTime(accessUntil)}.`
    : undefined;
  return [paragraph(retry), ...(access ? [note(access)] : [])];
}

function payButton(params: PaymentFailedParams, brand: Brand, label: string): Block {
  return hasEnded(params)
    ? button('See plans', `${brand.siteUrl}/pricing`)
    : accountButton(brand, label, 'billing?do=pay');
}

export interface ReceiptParams {
  name: string;
  plan: PaidPlan;
  interval: BillingInterval;
  amountCents: number;
  currency: string;
  invoiceNumber: string | null;
  paidAt: string;
  /** What the payment covers. */
  periodStart: string;
  periodEnd: string;
  /** An earlier attempt to collect this payment failed. */
  recovered: boolean;
}

export const receipt: Template<ReceiptParams> = {
  ...customerEmail,
  subject: ({ productName }) => `Your receipt from ${productName}`,
  body: (params, brand) => ({
    heading: params.recovered ? 'Thanks, your payment went through' : 'Thanks for your payment',
    preview: `${formatAmount(params.amountCents, params.currency)} for your ${CATALOG[params.plan].name} plan.`,
    blocks: [
      paragraph(greeting(params.name)),
      paragraph(
        params.recovered
          ? `Your payment went through, and your ${CATALOG[params.plan].name} plan is active. There’s nothing else you need to do.`
          : `We’ve received your payment for your ${CATALOG[params.plan].name} plan.`,
      ),
      {
        kind: 'details',
        rows: [
          ['Amount paid', formatAmount(params.amountCents, params.currency)],
          ['Date', calendarDate(params.paidAt)],
          [
            'Plan',
            `${CATALOG[params.plan].name}, billed ${params.interval === 'year' ? 'yearly' : 'monthly'}`,
          ],
          ['Period', `${calendarDate(params.periodStart)} – ${calendarDate(params.periodEnd)}`],
          ...(params.invoiceNumber ? [['Invoice', neutralizeLinks(params.invoiceNumber)] as const] : []),
        ],
      },
      accountButton(brand, 'View invoices', 'invoices'),
    ],
  }),
};

/** Why a plan ended. */
export type PlanEnd = 'canceled' | 'refunded' | 'dispute_lost' | 'other';

export interface SubscriptionEndedParams {
  name: string;
  plan: PaidPlan;
  end: PlanEnd;
  /** The account is scheduled for deletion, so no data is kept. */
  leaving?: boolean;
}

const END_TEXTS: Record<PlanEnd, string> = {
  canceled: ', as you requested',
  refunded: ' because we refunded your payment',
  dispute_lost: ' because your bank reversed your payment',
  other: '',
};

export const subscriptionEnded: Template<SubscriptionEndedParams> = {
  ...customerEmail,
  subject: () => PLAN_ENDED,
  body: ({ name, plan, end, leaving }, { siteUrl }) => ({
    heading: PLAN_ENDED,
    preview: leaving ? 'We won’t charge you again.' : DATA_RETENTION,
    blocks: [
      paragraph(greeting(name)),
      paragraph(`Your ${CATALOG[plan].name} plan has ended${END_TEXTS[end]}. We won’t charge you again.`),
      ...(leaving ? [] : [paragraph(RETENTION_AND_RETURN), button('See plans', `${siteUrl}/pricing`)]),
    ],
  }),
};
