import type { ReviewCause } from '@subscription-site/shared/contracts';
import { formatCents } from '@subscription-site/shared/money';
import { button, note, paragraph, type Block, type Template } from './template.js';
import { unlinked } from './wording.js';

/** An email to staff that stands for everything of its cause since the last one. */
export interface AlertParams {
  /** How many more there were. */
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
  /** What the payment provider said. */
  reason: string;
}

export type UnclaimedPaymentParams = PaymentAlertParams;

const CAUSES: Record<ReviewCause, string> = {
  amount: 'The amount paid is not the price of the plan.',
  currency: 'The payment was made in another currency.',
  metadata: 'The payment was made for another order.',
  refunded: 'The payment was refunded before the plan was given.',
  subscription: 'The payment provider has no subscription for the payment.',
  refund_failed: 'The refund came back from the bank.',
};

export const paymentNeedsReview: Template<PaymentNeedsReviewParams> = {
  audience: 'staff',
  authentication: false,
  link: 'none',
  subject: () => 'A payment needs your review',
  body: ({ cause, details, paymentId, amountCents, others }, { siteUrl }) => ({
    heading: 'A payment needs your review',
    preview: 'The buyer paid and has no plan yet.',
    blocks: [
      paragraph(
        `${CAUSES[cause]} The buyer has no plan yet and was asked not to pay again. Give them the plan or refund the payment in the console.`,
      ),
      {
        kind: 'figures',
        rows: [
          ['Payment', unlinked(paymentId)],
          ['Plan price', formatCents(amountCents)],
          ['Details', unlinked(details)],
        ],
      },
      button('Review the payment', `${siteUrl}/admin/reviews`),
      ...summaryOf(others),
    ],
  }),
};

export const paymentUnclaimed: Template<UnclaimedPaymentParams> = {
  audience: 'staff',
  authentication: false,
  link: 'none',
  subject: () => 'A payment has no account',
  body: ({ paymentId, amountCents, others }, { siteUrl }) => ({
    heading: 'A payment has no account',
    preview: 'It came without an email address.',
    blocks: [
      paragraph(
        'Someone paid without giving an email address, so there is no account to add the plan to. Find the buyer at the payment provider, or refund the payment there.',
      ),
      {
        kind: 'figures',
        rows: [
          ['Payment', unlinked(paymentId)],
          ['Amount', formatCents(amountCents)],
        ],
      },
      button('Open unclaimed payments', `${siteUrl}/admin/payments`),
      ...summaryOf(others),
    ],
  }),
};

export const recurringSetupFailed: Template<PaymentFailureParams> = {
  audience: 'staff',
  authentication: false,
  link: 'none',
  subject: () => 'Recurring billing could not be set up',
  body: (params, { siteUrl }) => ({
    heading: 'Recurring billing could not be set up',
    preview: 'A customer has a plan that will not renew.',
    blocks: [
      paragraph(
        "A customer paid and has their plan, but the payment provider keeps rejecting their subscription. Until that is fixed, their next period won't be charged. We keep trying.",
      ),
      failureOf(params),
      button('Open the support console', `${siteUrl}/admin/reviews`),
      ...summaryOf(params.others),
    ],
  }),
};

export const refundFailed: Template<PaymentFailureParams> = {
  audience: 'staff',
  authentication: false,
  link: 'none',
  subject: () => 'A refund could not be made',
  body: (params, { siteUrl }) => ({
    heading: 'A refund could not be made',
    preview: 'A buyer is still owed their money.',
    blocks: [
      paragraph(
        'We owe a buyer their money, but the payment provider keeps rejecting the refund. We keep trying; you can also refund the payment at the provider.',
      ),
      failureOf(params),
      button('Open the support console', `${siteUrl}/admin/reviews`),
      ...summaryOf(params.others),
    ],
  }),
};

function failureOf({ paymentId, amountCents, reason }: PaymentFailureParams): Block {
  return {
    kind: 'figures',
    rows: [
      ['Payment', unlinked(paymentId)],
      ['Amount', formatCents(amountCents)],
      ['Reason', unlinked(reason)],
    ],
  };
}

/** What the email stands for besides the case that it names. */
export function summaryOf(others = 0): Block[] {
  if (others === 0) return [];
  return [
    note(
      `There ${others === 1 ? 'was 1 more case' : `were ${others} more cases`} like this since our last email.`,
    ),
  ];
}
