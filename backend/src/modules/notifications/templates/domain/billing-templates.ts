import { formatCents } from '@subscription-site/shared/money';
import { CATALOG, type PaidPlan } from '@subscription-site/shared/plans';
import { button, note, paragraph, type Block, type Template } from './template.js';
import { greeting, webPage } from './wording.js';

export interface RefundParams {
  name: string;
  amountCents: number;
  /** True if staff refunded a payment that didn't match its order. Otherwise, the payment was for a second plan. */
  reviewed?: boolean;
}

export const refund: Template<RefundParams> = {
  audience: 'customer',
  authentication: false,
  link: 'none',
  subject: () => 'Your payment was refunded',
  body: ({ name, amountCents, reviewed }, { siteUrl }) => ({
    heading: 'Your payment was refunded',
    preview: reviewed
      ? "It didn't match your order, so we refunded it in full."
      : 'You already have a plan, so you were only charged once.',
    blocks: [
      paragraph(greeting(name)),
      paragraph(
        reviewed
          ? "Your payment didn't match your order, so we refunded it in full. If you'd still like a plan, you can order again at any time."
          : "You already have a paid plan, so we refunded your second payment. Your plan hasn't changed.",
      ),
      { kind: 'details', rows: [['Refunded', formatCents(amountCents)]] },
      reviewed ? button('See plans', `${siteUrl}/pricing`) : button('Sign in', `${siteUrl}/auth`),
      note('Refunds usually appear on your statement within 5 to 10 business days.'),
    ],
  }),
};

export interface PaymentFailedParams {
  name: string;
  plan: PaidPlan;
  /** The payment provider's page for paying the open invoice. */
  payUrl: string | null;
}

export const paymentFailed: Template<PaymentFailedParams> = {
  audience: 'customer',
  authentication: false,
  link: 'none',
  subject: () => "Your payment didn't go through",
  body: ({ name, plan, payUrl }, { siteUrl }) => ({
    heading: "Your payment didn't go through",
    preview: "You'll keep your access while we try again.",
    blocks: [
      paragraph(greeting(name)),
      paragraph(
        `We couldn't process the payment to renew your ${CATALOG[plan].name} plan. You'll keep your access while we try again.`,
      ),
      paragraph(
        'This usually happens when a card has expired or been replaced. You can pay with a different card now.',
      ),
      payButton(webPage(payUrl), siteUrl),
    ],
  }),
};

function payButton(invoiceUrl: string | undefined, siteUrl: string): Block {
  return invoiceUrl ? button('Pay now', invoiceUrl) : button('Sign in', `${siteUrl}/auth`);
}
