import type { ReviewCause } from '@subscription-site/shared/contracts';
import { formatCents } from '@subscription-site/shared/money';
import { button, note, paragraph, type Block, type Template } from './template.js';
import { neutralizeLinks } from './wording.js';

/** An email to staff that covers every occurrence since the last such email. */
export interface AlertParams {
  /** Occurrences other than the one described. */
  others?: number;
}

interface PaymentAlertParams extends AlertParams {
  paymentId: string;
  amountCents: number;
}

export interface PaymentNeedsReviewParams extends PaymentAlertParams {
  cause: ReviewCause;
  details: string;
}

export interface PaymentFailureParams extends PaymentAlertParams {
  /** The payment provider's error. */
  reason: string;
}

export type UnclaimedPaymentParams = PaymentAlertParams;

const CAUSES: Record<ReviewCause, string> = {
  amount: "The amount paid doesn't match the price of the plan.",
  currency: 'The payment was made in a different currency.',
  metadata: 'The payment belongs to a different order.',
  refunded: 'The payment was refunded before the plan was activated.',
  subscription: 'The payment provider has no subscription for the payment.',
  refund_failed: 'The bank returned the refund.',
};

export const paymentNeedsReview: Template<PaymentNeedsReviewParams> = {
  audience: 'staff',
  authentication: false,
  link: 'none',
  subject: () => 'A payment needs your review',
  body: ({ cause, details, paymentId, amountCents, others }, { siteUrl }) => ({
    heading: 'A payment needs your review',
    preview: "The buyer paid but doesn't have a plan yet.",
    blocks: [
      paragraph(
        `${CAUSES[cause]} The buyer doesn't have a plan yet and was asked not to pay again. Activate the plan or refund the payment in the console.`,
      ),
      {
        kind: 'details',
        rows: [
          ['Payment', neutralizeLinks(paymentId)],
          ['Plan price', formatCents(amountCents)],
          ['Details', neutralizeLinks(details)],
        ],
      },
      button('Review payment', `${siteUrl}/admin/reviews`),
      ...moreOccurrencesNote(others),
    ],
  }),
};

export const paymentUnclaimed: Template<UnclaimedPaymentParams> = {
  audience: 'staff',
  authentication: false,
  link: 'none',
  subject: () => 'You have an unclaimed payment',
  body: ({ paymentId, amountCents, others }, { siteUrl }) => ({
    heading: 'You have an unclaimed payment',
    preview: 'It was made without an email address.',
    blocks: [
      paragraph(
        "Someone paid without giving an email address, so there's no account to add the plan to. Find the buyer at the payment provider, or refund the payment there.",
      ),
      {
        kind: 'details',
        rows: [
          ['Payment', neutralizeLinks(paymentId)],
          ['Amount', formatCents(amountCents)],
        ],
      },
      button('View unclaimed payments', `${siteUrl}/admin/payments`),
      ...moreOccurrencesNote(others),
    ],
  }),
};

export const recurringSetupFailed: Template<PaymentFailureParams> = {
  audience: 'staff',
  authentication: false,
  link: 'none',
  subject: () => "Recurring billing couldn't be set up",
  body: (params, { siteUrl }) => ({
    heading: "Recurring billing couldn't be set up",
    preview: "A customer has a plan that won't renew.",
    blocks: [
      paragraph(
        "A customer paid and has their plan, but the payment provider keeps rejecting their subscription. Until this is fixed, they won't be charged for the next period. We'll keep trying.",
      ),
      paymentDetails(params),
      button('Open the support console', `${siteUrl}/admin/reviews`),
      ...moreOccurrencesNote(params.others),
    ],
  }),
};

export const refundFailed: Template<PaymentFailureParams> = {
  audience: 'staff',
  authentication: false,
  link: 'none',
  subject: () => 'A refund failed',
  body: (params, { siteUrl }) => ({
    heading: 'A refund failed',
    preview: 'We still owe a buyer their money.',
    blocks: [
      paragraph(
        "We owe a buyer a refund, but the payment provider keeps rejecting it. We'll keep trying. You can also refund the payment at the provider.",
      ),
      paymentDetails(params),
      button('Open the support console', `${siteUrl}/admin/reviews`),
      ...moreOccurrencesNote(params.others),
    ],
  }),
};

function paymentDetails({ paymentId, amountCents, reason }: PaymentFailureParams): Block {
  return {
    kind: 'details',
    rows: [
      ['Payment', neutralizeLinks(paymentId)],
      ['Amount', formatCents(amountCents)],
      ['Reason', neutralizeLinks(reason)],
    ],
  };
}

/** Says how many more occurrences the email covers, if any. */
export function moreOccurrencesNote(others = 0): Block[] {
  if (others === 0) return [];
  return [
    note(
      `There ${others === 1 ? 'has been 1 more case' : `have been ${others} more cases`} like this since our last email.`,
    ),
  ];
}
