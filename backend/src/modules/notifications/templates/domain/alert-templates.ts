import type { ReviewCause } from '@subscription-site/shared/contracts';
import { formatAmount } from '@subscription-site/shared/amounts';
import { CURRENCY, formatCents } from '@subscription-site/shared/money';
import { button, note, paragraph, staffEmail, type Block, type Brand, type Template } from './template.js';
import { displayAddress, neutralizeLinks } from './wording.js';

/** An email to staff that covers every occurrence since the last such email. */
export interface AlertParams {
  /** Occurrences other than the one described. */
  others?: number;
}

/** An email to staff about a customer. Emails stored by earlier versions don't name them. */
export interface CustomerAlertParams extends AlertParams {
  customer?: { id: string; /** Empty if they signed up by phone. */ email: string };
}

interface PaymentAlertParams extends CustomerAlertParams {
  paymentId: string;
  amountCents: number;
  /** Of `amountCents`. Emails stored by earlier versions don't have it. */
  currency?: string;
}

export interface PaymentNeedsReviewParams extends PaymentAlertParams {
  cause: ReviewCause;
  details: string;
  /** What was paid; `amountCents` was due. */
  paid?: { amountCents: number; currency: string } | null;
}

export interface PaymentFailureParams extends PaymentAlertParams {
  /** The payment provider's error. */
  reason: string;
}

export interface RefundFailedParams extends PaymentFailureParams {
  /** Whether it won't be retried. */
  final?: boolean;
}

export interface UnclaimedPaymentParams extends PaymentAlertParams {
  /** As the payer entered it, although it is not a valid address; absent if they entered none. */
  email?: string;
}

const CAUSES: Record<ReviewCause, string> = {
  amount: 'The amount paid doesn’t match the price of the plan.',
  currency: 'The payment was made in a different currency.',
  metadata: 'The payment belongs to a different order.',
  refunded: 'The payment was refunded before the plan was activated.',
  subscription: 'The payment provider has no subscription for the payment.',
  refund_failed: 'The refund failed at the bank.',
};

export const paymentNeedsReview: Template<PaymentNeedsReviewParams> = {
  ...staffEmail,
  subject: () => 'A payment needs your review',
  body: ({ cause, details, paymentId, amountCents, paid, others }, { siteUrl }) => ({
    heading: 'A payment needs your review',
    preview:
      cause === 'refund_failed'
        ? 'A buyer is still owed a refund.'
        : 'The buyer paid but doesn’t have a plan yet.',
    blocks: [
      paragraph(
        cause === 'refund_failed'
          ? `${CAUSES[cause]} The buyer hasn’t received their refund. Refund the payment again in the console.`
          : `${CAUSES[cause]} The buyer doesn’t have a plan yet and was asked not to pay again. Activate the plan or refund the payment in the console.`,
      ),
      {
        kind: 'details',
        rows: [
          ['Payment', neutralizeLinks(paymentId)],
          ['Plan price', formatCents(amountCents)],
          ...(paid ? [['Paid', formatAmount(paid.amountCents, paid.currency)] as [string, string]] : []),
          ['Details', neutralizeLinks(details)],
        ],
      },
      button('Review payment', `${siteUrl}/admin/reviews`),
      ...moreOccurrencesNote(others),
    ],
  }),
};

export const paymentUnclaimed: Template<UnclaimedPaymentParams> = {
  ...staffEmail,
  subject: () => 'A payment is unclaimed',
  body: ({ paymentId, amountCents, currency = CURRENCY, email, others }, { siteUrl }) => ({
    heading: 'A payment is unclaimed',
    preview: email ? 'The buyer’s email address isn’t valid.' : 'The buyer gave no email address.',
    blocks: [
      paragraph(
        `${email ? 'Someone paid with an email address that isn’t valid' : 'Someone paid without giving an email address'}, so there’s no account to add the plan to. Find the buyer at the payment provider, or refund the payment there.`,
      ),
      {
        kind: 'details',
        rows: [
          ['Payment', neutralizeLinks(paymentId)],
          ['Amount', formatAmount(amountCents, currency)],
          ...(email ? ([['Email entered', displayAddress(email)]] as [string, string][]) : []),
        ],
      },
      button('View unclaimed payments', `${siteUrl}/admin/payments`),
      ...moreOccurrencesNote(others),
    ],
  }),
};

export const recurringSetupFailed: Template<PaymentFailureParams> = {
  ...staffEmail,
  subject: () => 'Recurring billing couldn’t be set up',
  body: (params, brand) => ({
    heading: 'Recurring billing couldn’t be set up',
    preview: 'A customer has a plan that won’t renew.',
    blocks: [
      paragraph(
        'A customer paid and has their plan, but the payment provider keeps rejecting their subscription. Until this is fixed, they won’t be charged for the next period. We’ll keep trying.',
      ),
      paymentDetails(params),
      customerButton(params, brand, '/admin/reviews'),
      ...moreOccurrencesNote(params.others),
    ],
  }),
};

export const refundFailed: Template<RefundFailedParams> = {
  ...staffEmail,
  subject: () => 'A refund failed',
  body: (params, brand) => ({
    heading: 'A refund failed',
    preview: 'We still owe a customer their money.',
    blocks: [
      paragraph(
        params.final
          ? 'A refund failed, and we won’t retry it. Refund the payment at the payment provider, or pay the customer another way.'
          : 'We owe a customer a refund, but the payment provider keeps rejecting it. We’ll keep trying. You can also refund the payment at the provider.',
      ),
      paymentDetails(params),
      customerButton(params, brand, '/admin/reviews'),
      ...collectedNote(params.others),
    ],
  }),
};

function paymentDetails(params: PaymentFailureParams): Block {
  const { paymentId, amountCents, currency = CURRENCY, reason } = params;
  return {
    kind: 'details',
    rows: [
      ...customerRow(params),
      ['Payment', neutralizeLinks(paymentId)],
      ['Amount', formatAmount(amountCents, currency)],
      ['Reason', neutralizeLinks(reason)],
    ],
  };
}

export function customerRow({ customer }: CustomerAlertParams): [label: string, value: string][] {
  return customer?.email ? [['Customer', displayAddress(customer.email)]] : [];
}

/** Opens the customer's page, or this page of the console if the customer is unknown. */
export function customerButton(
  { customer }: CustomerAlertParams,
  { siteUrl }: Brand,
  otherwise = '/admin',
): Block {
  return customer
    ? button('View customer', `${siteUrl}/admin/customers/${encodeURIComponent(customer.id)}`)
    : button('Open the support console', siteUrl + otherwise);
}

/** For alerts of one case each. Earlier versions collected cases of many customers. */
export function collectedNote(others = 0): Block[] {
  return others > 0 ? moreOccurrencesNote(others) : [];
}

/** Says how many more occurrences the email covers, and that the next ones are collected. */
export function moreOccurrencesNote(others = 0): Block[] {
  const counted = others === 1 ? 'has been 1 more case' : `have been ${others} more cases`;
  const since = others > 0 ? `There ${counted} like this since our last email. ` : '';
  return [
    note(`${since}We send at most one email like this an hour. The next one says how many more there are.`),
  ];
}
