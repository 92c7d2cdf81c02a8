import { formatCents } from '@subscription-site/shared/money';
import { CATALOG, type PaidPlan } from '@subscription-site/shared/plans';
import { button, note, paragraph, type Block, type Template } from './template.js';
import { greeting, webPage } from './wording.js';

export interface RefundParams {
  name: string;
  amountCents: number;
  /** Staff returned a payment that contradicts its order; a second plan's otherwise. */
  reviewed?: boolean;
}

export const refund: Template<RefundParams> = {
  audience: 'customer',
  authentication: false,
  link: 'none',
  subject: ({ productName }) => `Your payment to ${productName} was returned`,
  body: ({ name, amountCents, reviewed }, { siteUrl }) => ({
    heading: 'Your payment was returned',
    preview: reviewed
      ? "It didn't match your order, so we returned it in full."
      : 'You already had a plan: nothing was charged twice.',
    blocks: [
      paragraph(
        reviewed
          ? `${greeting(name)} Your payment didn't match your order, so we returned it in full. If you'd still like a plan, you can order it again at any time.`
          : `${greeting(name)} You already have a paid plan, so we returned your second payment. Your plan goes on unchanged.`,
      ),
      { kind: 'figures', rows: [['Returned', formatCents(amountCents)]] },
      reviewed ? button('See plans', `${siteUrl}/pricing`) : button('Sign in', `${siteUrl}/auth`),
      note('Most banks show a returned payment within five to ten days.'),
    ],
  }),
};

export interface PaymentFailedParams {
  name: string;
  plan: PaidPlan;
  /** Page of the payment provider on which the open invoice can be paid. */
  payUrl: string | null;
}

export const paymentFailed: Template<PaymentFailedParams> = {
  audience: 'customer',
  authentication: false,
  link: 'none',
  subject: ({ productName }) => `Your renewal of ${productName} could not be charged`,
  body: ({ name, plan, payUrl }, { siteUrl }) => ({
    heading: 'We could not charge your card',
    preview: 'Your access goes on while we try again.',
    blocks: [
      paragraph(
        `${greeting(name)} The renewal of your ${CATALOG[plan].name} plan could not be charged. Your access goes on while we try again.`,
      ),
      paragraph(
        'A card that has expired or was replaced is the usual reason. You can pay with another card now.',
      ),
      paying(webPage(payUrl), siteUrl),
    ],
  }),
};

function paying(page: string | undefined, siteUrl: string): Block {
  return page ? button('Pay now', page) : button('Sign in', `${siteUrl}/auth`);
}
