import type { SubscriptionMismatchKind } from '@subscription-site/shared/contracts';
import { formatAmount } from '@subscription-site/shared/amounts';
import { CURRENCY } from '@subscription-site/shared/money';
import {
  collectedNote,
  customerButton,
  customerRow,
  moreOccurrencesNote,
  type AlertParams,
  type CustomerAlertParams,
} from './alert-templates.js';
import { button, paragraph, staffEmail, type Template } from './template.js';
import { neutralizeLinks } from './wording.js';

const CANCELLATION = {
  title: 'A customer’s plan couldn’t be canceled',
  text: 'A plan was canceled, but the payment provider rejected it. Until this is fixed, the customer may be charged again.',
};
const PLAN_CHANGE = {
  title: 'A customer’s plan couldn’t be changed',
  text: 'A customer changed their plan, but the payment provider rejected it. They keep their current plan and price.',
};

export interface SubscriptionMismatchParams extends AlertParams {
  kind: SubscriptionMismatchKind;
  providerSubscriptionId: string;
}

const MISMATCHES: Record<SubscriptionMismatchKind, string> = {
  unknown:
    'The payment provider is charging for a subscription that isn’t in our records. Find out who it belongs to, and cancel it at the provider if no one uses it.',
  ended_here:
    'The payment provider is still charging for a subscription that has ended in our records. Cancel it at the provider, and refund any charges since it ended.',
  duplicate:
    'A customer has two subscriptions at the payment provider and may be charged twice. Cancel one of them.',
  missing:
    'The payment provider has no record of a subscription that gives a customer access. Check that the API key belongs to the right account.',
};

export const subscriptionMismatch: Template<SubscriptionMismatchParams> = {
  ...staffEmail,
  subject: () => 'A subscription needs your attention',
  body: ({ kind, providerSubscriptionId, others }, brand) => ({
    heading: 'A subscription needs your attention',
    preview: 'The payment provider’s records don’t match ours.',
    blocks: [
      paragraph(MISMATCHES[kind]),
      { kind: 'details', rows: [['Subscription', neutralizeLinks(providerSubscriptionId)]] },
      button('View mismatches', `${brand.siteUrl}/admin/mismatches`),
      ...moreOccurrencesNote(others),
    ],
  }),
};

export interface FraudWarningParams extends CustomerAlertParams {
  paymentId: string;
}

export const fraudWarning: Template<FraudWarningParams> = {
  ...staffEmail,
  subject: () => 'A payment may be fraudulent',
  body: (params, brand) => ({
    heading: 'A payment may be fraudulent',
    preview: 'A refund now can prevent a dispute.',
    blocks: [
      paragraph(
        'The card network warned us that a payment may be fraudulent and is likely to be disputed. Refund it now to avoid the dispute and its fee, unless you’re sure the customer made it.',
      ),
      { kind: 'details', rows: [...customerRow(params), ['Payment', neutralizeLinks(params.paymentId)]] },
      customerButton(params, brand),
    ],
  }),
};

export interface InvoiceNotIssuedParams extends AlertParams {
  invoiceId: string;
}

export const invoiceNotIssued: Template<InvoiceNotIssuedParams> = {
  ...staffEmail,
  subject: () => 'An invoice couldn’t be issued',
  body: ({ invoiceId, others }, { siteUrl }) => ({
    heading: 'An invoice couldn’t be issued',
    preview: 'The customer won’t be charged until you fix it.',
    blocks: [
      paragraph(
        'The payment provider couldn’t finalize an invoice, so the customer won’t be charged. Open it in the provider’s dashboard to see why, then fix and finalize it.',
      ),
      { kind: 'details', rows: [['Invoice', neutralizeLinks(invoiceId)]] },
      button('Open the support console', `${siteUrl}/admin`),
      ...collectedNote(others),
    ],
  }),
};

export interface FirstInvoiceDiffersParams extends CustomerAlertParams {
  invoiceId: string;
  totalCents: number;
  paidCents: number;
  /** Emails stored by earlier versions don't have it. */
  currency?: string;
}

export const firstInvoiceDiffers: Template<FirstInvoiceDiffersParams> = {
  ...staffEmail,
  subject: () => 'An invoice doesn’t match its payment',
  body: (params, brand) => ({
    heading: 'An invoice doesn’t match its payment',
    preview: 'The total of a customer’s first invoice isn’t what they paid.',
    blocks: [
      paragraph(
        'A customer paid the price of their plan, but their first invoice at the payment provider has a different total, or was paid twice. Tax, discounts or pending invoice items at the provider can cause this. The invoice is marked as paid. If a difference is owed, refund or charge it there.',
      ),
      {
        kind: 'details',
        rows: [
          ...customerRow(params),
          ['Invoice', neutralizeLinks(params.invoiceId)],
          ['Total', formatAmount(params.totalCents, params.currency ?? CURRENCY)],
          ['Paid', formatAmount(params.paidCents, params.currency ?? CURRENCY)],
        ],
      },
      customerButton(params, brand),
      ...collectedNote(params.others),
    ],
  }),
};

export interface SubscriptionChangeFailedParams extends CustomerAlertParams {
  kind: ChangeKind;
  subscriptionId: string;
  /** The payment provider's error. */
  reason: string;
  /** Whether it won't be retried. */
  final: boolean;
}

type ChangeKind = 'cancel' | 'end' | 'refund' | 'resume' | 'upgrade' | 'schedule' | 'unschedule';

/** Refunds have an alert of their own. */
const FAILED_CHANGES: Record<ChangeKind, { title: string; text: string }> = {
  cancel: CANCELLATION,
  end: CANCELLATION,
  refund: CANCELLATION,
  resume: {
    title: 'A plan couldn’t be resumed',
    text: 'A customer resumed their plan, but the payment provider rejected it, so the plan still ends.',
  },
  upgrade: PLAN_CHANGE,
  schedule: PLAN_CHANGE,
  unschedule: PLAN_CHANGE,
};

export const subscriptionChangeFailed: Template<SubscriptionChangeFailedParams> = {
  ...staffEmail,
  subject: (_, { kind }) => FAILED_CHANGES[kind].title,
  body: (params, brand) => ({
    heading: FAILED_CHANGES[params.kind].title,
    preview: params.final ? 'We won’t retry it.' : 'We’ll keep trying.',
    blocks: [
      paragraph(FAILED_CHANGES[params.kind].text),
      paragraph(
        params.final
          ? 'We won’t retry it. Make the change at the payment provider, or contact the customer.'
          : 'We’ll keep trying for three days. Fix the cause at the payment provider.',
      ),
      {
        kind: 'details',
        rows: [
          ...customerRow(params),
          ['Subscription', neutralizeLinks(params.subscriptionId)],
          ['Reason', neutralizeLinks(params.reason)],
        ],
      },
      customerButton(params, brand, '/admin/reviews'),
    ],
  }),
};
