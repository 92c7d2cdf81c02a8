import { formatAmount } from '@subscription-site/shared/amounts';
import { CURRENCY } from '@subscription-site/shared/money';
import { button, customerEmail, note, paragraph, type Block, type Template } from './template.js';
import { greeting } from './wording.js';

export interface RefundParams {
  name: string;
  amountCents: number;
  currency?: string;
  /** Staff refunded a payment that didn't match its order. */
  reviewed?: boolean;
  /** The account is scheduled for deletion. Otherwise, the payment was for a second plan. */
  leaving?: boolean;
}

function refundReason({ reviewed, leaving }: RefundParams): { preview: string; text: string } {
  if (reviewed)
    return {
      preview: 'It didn’t match your order, so we refunded it in full.',
      text: 'Your payment didn’t match your order, so we refunded it in full. If you’d still like a plan, you can order again at any time.',
    };
  if (leaving)
    return {
      preview: 'Your account is scheduled for deletion.',
      text: 'Your account is scheduled for deletion, so we didn’t add a plan and refunded your payment in full. If you’d still like a plan, choose “Keep my account” in your account, then order again.',
    };
  return {
    preview: 'You already have a plan, so you were only charged once.',
    text: 'You already have a paid plan, so we refunded your second payment. Your plan hasn’t changed.',
  };
}

export const refund: Template<RefundParams> = {
  ...customerEmail,
  subject: () => 'Your payment was refunded',
  body: (params, { siteUrl }) => ({
    heading: 'Your payment was refunded',
    preview: refundReason(params).preview,
    blocks: [
      paragraph(greeting(params.name)),
      paragraph(refundReason(params).text),
      ...(params.amountCents > 0 ? [refunded(params)] : []),
      params.reviewed ? button('See plans', `${siteUrl}/pricing`) : button('Sign in', `${siteUrl}/auth`),
      note(
        params.amountCents > 0
          ? 'Refunds usually appear on your statement within 5 to 10 business days.'
          : 'You paid with account credit. We’ve returned it, so you can use it again.',
      ),
    ],
  }),
};

const refunded = ({ amountCents, currency = CURRENCY }: RefundParams): Block => ({
  kind: 'details',
  rows: [['Refunded', formatAmount(amountCents, currency)]],
});
