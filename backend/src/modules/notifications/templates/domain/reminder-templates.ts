import { formatAmount } from '@subscription-site/shared/amounts';
import { CATALOG, type BillingInterval, type PaidPlan } from '@subscription-site/shared/plans';
import { accountButton, button, customerEmail, note, paragraph, type Template } from './template.js';
import { calendarDate, greeting, neutralizeLinks } from './wording.js';

export interface RenewalReminderParams {
  name: string;
  plan: PaidPlan;
  amountCents: number;
  currency: string;
  at: string;
  /** The plan change that takes effect then. */
  scheduled?: { plan: PaidPlan; interval: BillingInterval };
}

export const renewalReminder: Template<RenewalReminderParams> = {
  ...customerEmail,
  subject: (_, { scheduled }) => (scheduled ? 'Your plan changes soon' : 'Your plan renews soon'),
  body: ({ name, plan, amountCents, currency, at, scheduled }, brand) => ({
    heading: `Your ${CATALOG[plan].name} plan ${scheduled ? 'changes' : 'renews'} on ${calendarDate(at)}`,
    preview: `We’ll charge ${formatAmount(amountCents, currency)}.`,
    blocks: [
      paragraph(greeting(name)),
      paragraph(
        `${
          scheduled
            ? `On ${calendarDate(at)}, your ${CATALOG[plan].name} plan changes to ${CATALOG[scheduled.plan].name}, billed ${scheduled.interval}ly, as you scheduled.`
            : `Your ${CATALOG[plan].name} plan renews for another year on ${calendarDate(at)}.`
        } We’ll charge ${formatAmount(amountCents, currency)} to your card.`,
      ),
      paragraph(
        'There’s nothing you need to do. If you’d like to change or cancel your plan, you can do so in your account before then.',
      ),
      accountButton(brand, 'Manage plan', 'billing'),
    ],
  }),
};

export interface CardExpiringParams {
  name: string;
  plan: PaidPlan;
  last4: string;
  expMonth: number;
  expYear: number;
  /** The next charge. */
  at: string;
}

export const cardExpiring: Template<CardExpiringParams> = {
  ...customerEmail,
  subject: () => 'Your card expires soon',
  body: ({ name, plan, last4, expMonth, expYear, at }, brand) => ({
    heading: 'Your card expires soon',
    preview: `It expires before your next payment on ${calendarDate(at)}.`,
    blocks: [
      paragraph(greeting(name)),
      paragraph(
        `Your card ending in ${neutralizeLinks(last4)} expires ${String(expMonth).padStart(2, '0')}/${expYear}, before the next payment for your ${CATALOG[plan].name} plan on ${calendarDate(at)}. Add a new card to keep your plan running.`,
      ),
      accountButton(brand, 'Add a new card', 'billing?do=card'),
      note('If you’ve already updated your card, you can ignore this email.'),
    ],
  }),
};

export interface TrialEndingParams {
  name: string;
  at: string;
}

export const trialEnding: Template<TrialEndingParams> = {
  ...customerEmail,
  subject: () => 'Your free trial ends soon',
  body: ({ name, at }, { siteUrl }) => ({
    heading: `Your free trial ends on ${calendarDate(at)}`,
    preview: 'Choose a plan to keep everything you’ve set up.',
    blocks: [
      paragraph(greeting(name)),
      paragraph(
        `Your free trial ends on ${calendarDate(at)}. Choose a plan before then to keep everything you’ve set up. If you don’t, you won’t be charged.`,
      ),
      button('See plans', `${siteUrl}/pricing`),
    ],
  }),
};

export const trialEnded: Template<{ name: string }> = {
  ...customerEmail,
  subject: () => 'Your free trial has ended',
  body: ({ name }, { siteUrl }) => ({
    heading: 'Your free trial has ended',
    preview: 'Choose a plan to pick up where you left off.',
    blocks: [
      paragraph(greeting(name)),
      paragraph(
        'Your free trial has ended, and you haven’t been charged. Choose a plan to pick up where you left off.',
      ),
      button('See plans', `${siteUrl}/pricing`),
    ],
  }),
};
