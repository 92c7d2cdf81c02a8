import { formatAmount } from '@subscription-site/shared/amounts';
import {
  CATALOG,
  RETENTION_DAYS,
  type BillingInterval,
  type PaidPlan,
} from '@subscription-site/shared/plans';
import { accountButton, customerEmail, note, paragraph, type Block, type Template } from './template.js';
import { calendarDate, dateAndTime, greeting } from './wording.js';

interface PlanParams {
  name: string;
  plan: PaidPlan;
}

/** The plan and the date of something that happens to it. */
export interface PlanDateParams extends PlanParams {
  at: string;
}

export interface PlanChangeParams extends PlanDateParams {
  interval: BillingInterval;
  amountCents: number;
  currency: string;
}

const planName = ({ plan }: Pick<PlanParams, 'plan'>): string => CATALOG[plan].name;

export const subscriptionCanceled: Template<PlanDateParams> = {
  ...customerEmail,
  subject: () => 'Your plan was canceled',
  body: (params, brand) => ({
    heading: 'Your plan was canceled',
    preview: `You can use it until ${dateAndTime(params.at)}.`,
    blocks: [
      paragraph(greeting(params.name)),
      paragraph(
        `Your ${planName(params)} plan has been canceled. You can use it until ${dateAndTime(params.at)}, and we won’t charge you again.`,
      ),
      paragraph('Changed your mind? You can resume your plan until then.'),
      paragraph(`After that, we’ll keep your data for ${RETENTION_DAYS} days, then delete it.`),
      accountButton(brand, 'Resume plan', 'billing'),
      note(`Didn’t request this? Contact us right away at ${brand.supportEmail}.`),
    ],
  }),
};

export interface ResumedPlanParams extends PlanDateParams {
  /** The scheduled plan change that resuming restored. */
  scheduled?: { plan: PaidPlan; interval: BillingInterval };
}

/** How a plan that was set to end continues. */
export function continuation({ at, scheduled, ...current }: Omit<ResumedPlanParams, 'name'>): string {
  return scheduled
    ? `Your ${planName(current)} plan stays active, and your scheduled plan change is back, too: on ${calendarDate(at)}, you’ll switch to ${planName(scheduled)}, billed ${scheduled.interval}ly.`
    : `Your ${planName(current)} plan stays active and renews on ${calendarDate(at)}.`;
}

export const subscriptionResumed: Template<ResumedPlanParams> = {
  ...customerEmail,
  subject: () => 'Your plan will continue',
  body: (params, brand) => ({
    heading: 'Your plan will continue',
    preview: params.scheduled
      ? `It changes to ${planName(params.scheduled)} on ${calendarDate(params.at)}.`
      : `It renews on ${calendarDate(params.at)}.`,
    blocks: [
      paragraph(greeting(params.name)),
      paragraph(`Good to have you back. ${continuation(params)}`),
      accountButton(brand, 'View your plan', 'billing'),
    ],
  }),
};

const price = ({ amountCents, currency, interval }: PlanChangeParams): string =>
  `${formatAmount(amountCents, currency)} per ${interval}`;

const terms = (params: PlanChangeParams): Block => ({
  kind: 'details',
  rows: [
    ['Plan', planName(params)],
    ['Price', price(params)],
    ['Renews', calendarDate(params.at)],
  ],
});

export const planChanged: Template<PlanChangeParams> = {
  ...customerEmail,
  subject: () => 'Your plan has changed',
  body: (params, brand) => ({
    heading: `You’re on the ${planName(params)} plan`,
    preview: 'Your new plan is active.',
    blocks: [
      paragraph(greeting(params.name)),
      paragraph(
        `Your ${planName(params)} plan is active. If you were charged, we’ll email your receipt separately.`,
      ),
      terms(params),
      accountButton(brand, 'View your plan', 'billing'),
    ],
  }),
};

export const planChangeScheduled: Template<PlanChangeParams> = {
  ...customerEmail,
  subject: () => 'Your plan change is scheduled',
  body: (params, brand) => ({
    heading: 'Your plan change is scheduled',
    preview: `It takes effect on ${calendarDate(params.at)}.`,
    blocks: [
      paragraph(greeting(params.name)),
      paragraph(
        `Your new plan starts on ${calendarDate(params.at)}. Until then, you’ll keep your current plan, and you can undo the change.`,
      ),
      {
        kind: 'details',
        rows: [
          ['New plan', planName(params)],
          ['New price', price(params)],
          ['Starts', calendarDate(params.at)],
        ],
      },
      accountButton(brand, 'View your plan', 'billing'),
    ],
  }),
};

/** The plan that stays. */
export const planChangeUndone: Template<PlanChangeParams> = {
  ...customerEmail,
  subject: () => 'Your scheduled plan change was removed',
  body: (params, brand) => ({
    heading: `You’re staying on the ${planName(params)} plan`,
    preview: `It renews on ${calendarDate(params.at)}.`,
    blocks: [
      paragraph(greeting(params.name)),
      paragraph(
        `We’ve removed the plan change that was scheduled for ${calendarDate(params.at)}, as you requested. You’ll keep your ${planName(params)} plan.`,
      ),
      terms(params),
      accountButton(brand, 'View your plan', 'billing'),
    ],
  }),
};

export interface FailedPlanChangeParams extends PlanParams {
  /** It couldn't be scheduled. Otherwise, its payment failed. */
  atPeriodEnd?: boolean;
  /** The plan change that stays scheduled. */
  scheduled?: { plan: PaidPlan; interval: BillingInterval; at: string };
}

export const planChangeFailed: Template<FailedPlanChangeParams> = {
  ...customerEmail,
  subject: () => 'Your plan wasn’t changed',
  body: (params, brand) => ({
    heading: 'Your plan wasn’t changed',
    preview: `We couldn’t change your plan to ${planName(params)}.`,
    blocks: [
      paragraph(greeting(params.name)),
      paragraph(
        params.atPeriodEnd
          ? `We couldn’t schedule the change of your plan to ${planName(params)}.`
          : `We couldn’t change your plan to ${planName(params)} because the payment wasn’t completed. You weren’t charged.`,
      ),
      paragraph(
        params.scheduled
          ? `You’ll keep your current plan and price for now. On ${calendarDate(params.scheduled.at)}, you’ll switch to ${planName(params.scheduled)}, billed ${params.scheduled.interval}ly, as already scheduled.`
          : 'You’ll keep your current plan and price.',
      ),
      paragraph(
        params.atPeriodEnd
          ? 'You can try again at any time.'
          : 'You can try again at any time, with the same card or a different one.',
      ),
      accountButton(brand, 'Try again', 'billing/change'),
    ],
  }),
};

export interface RefundSentParams {
  name: string;
  amountCents: number | null;
  currency: string;
  ended: boolean;
}

export const refundSent: Template<RefundSentParams> = {
  ...customerEmail,
  subject: () => 'Your refund is on its way',
  body: ({ name, amountCents, currency, ended }, brand) => ({
    heading: 'Your refund is on its way',
    preview: 'It usually takes 5 to 10 business days.',
    blocks: [
      paragraph(greeting(name)),
      paragraph(
        `We’ve refunded ${amountCents === null ? 'your payment' : formatAmount(amountCents, currency)}. ` +
          (ended ? 'Your plan has ended, and we won’t charge you again.' : 'Your plan hasn’t changed.'),
      ),
      accountButton(brand, 'View invoices', 'invoices'),
      note('Refunds usually appear on your statement within 5 to 10 business days.'),
    ],
  }),
};
