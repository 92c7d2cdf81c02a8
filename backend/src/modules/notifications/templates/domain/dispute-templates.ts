import { formatAmount } from '@subscription-site/shared/amounts';
import {
  customerButton,
  customerRow,
  moreOccurrencesNote,
  type AlertParams,
  type CustomerAlertParams,
} from './alert-templates.js';
import { button, paragraph, staffEmail, type Template } from './template.js';
import { dateAndTime, neutralizeLinks } from './wording.js';

export interface PaymentDisputedParams extends CustomerAlertParams {
  paymentId: string;
  amountCents: number;
  currency: string;
  /** The bank's reason, as the provider names it. */
  reason: string;
  /** The dispute's status, as the provider names it. */
  status: string;
  /** Deadline for evidence. */
  evidenceDueAt: string | null;
}

export const paymentDisputed: Template<PaymentDisputedParams> = {
  ...staffEmail,
  subject: (_, { status }) => getTitle(status),
  body: (params, brand) => {
    // Later, evidence can no longer be submitted.
    const deadline = params.status.endsWith('needs_response') && params.evidenceDueAt;
    return {
      heading: getTitle(params.status),
      preview: deadline ? `Evidence is due by ${dateAndTime(deadline)}.` : 'Here’s what happens next.',
      blocks: [
        paragraph(TEXTS[params.status] ?? OPENED),
        {
          kind: 'details',
          rows: [
            ...customerRow(params),
            ['Payment', neutralizeLinks(params.paymentId)],
            ['Amount', formatAmount(params.amountCents, params.currency)],
            ['Reason', neutralizeLinks(params.reason)],
            ...(deadline ? [['Evidence due', dateAndTime(deadline)] as const] : []),
          ],
        },
        customerButton(params, brand),
      ],
    };
  },
};

const OPENED =
  'A customer disputed a payment with their bank. Submit evidence to the payment provider before the deadline, or accept the dispute. Don’t refund the payment. The customer keeps their plan until the bank decides.';
const INQUIRY = 'warning_needs_response';
const TITLES: Readonly<Record<string, string>> = {
  [INQUIRY]: 'A bank asked about a payment',
  won: 'You won a dispute',
  lost: 'You lost a dispute',
};
const getTitle = (status: string): string => TITLES[status] ?? 'A customer disputed a payment';
const TEXTS: Readonly<Record<string, string>> = {
  [INQUIRY]:
    'A customer’s bank asked about a payment. No money has been withdrawn. Respond at the payment provider before the deadline, or refund the payment to avoid a dispute.',
  won: 'The bank decided in your favor and returned the money. The customer’s plan continues.',
  lost: 'The bank reversed the payment. The customer’s plan has ended, and they won’t be charged again.',
};

export interface AccessUnconfirmedParams extends AlertParams {
  subscriptionId: string;
}

export const accessUnconfirmed: Template<AccessUnconfirmedParams> = {
  ...staffEmail,
  subject: () => 'A customer’s access couldn’t be confirmed',
  body: ({ subscriptionId, others }, { siteUrl }) => ({
    heading: 'A customer’s access couldn’t be confirmed',
    preview: 'The payment provider isn’t responding.',
    blocks: [
      paragraph(
        'A subscription is overdue for a check, and the payment provider isn’t responding. The customer keeps their access until we can reach it. Make sure the provider is up and its API key is valid.',
      ),
      { kind: 'details', rows: [['Subscription', neutralizeLinks(subscriptionId)]] },
      button('Open the support console', `${siteUrl}/admin`),
      ...moreOccurrencesNote(others),
    ],
  }),
};
