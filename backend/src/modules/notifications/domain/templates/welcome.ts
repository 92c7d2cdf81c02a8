import { CURRENCY, formatAmount, formatCents } from '@subscription-site/shared/money';
import {
  CATALOG,
  FREE_LIMITS,
  TRIAL_DAYS,
  type BillingInterval,
  type SubscriptionTier,
} from '@subscription-site/shared/plans';
import { button, note, paragraph, type Block, type Brand, type Template } from './template.js';
import { calendarDay, greeting } from './wording.js';

export interface WelcomeParams {
  name: string;
  /** False for an account whose buyer's browser died before he could choose one. */
  hasPassword: boolean;
  tier: SubscriptionTier;
  interval: BillingInterval | null;
  /** The plan's price. */
  amountCents: number | null;
  /** What was really paid, in the currency's smallest unit, where it is known. */
  paid?: { amount: number; currency: string };
  /** End of the paid period or of the trial, ISO 8601. */
  until: string | null;
}

/** Sent once for each account and tier. */
export const welcome: Template<WelcomeParams> = {
  audience: 'customer',
  authentication: false,
  link: 'payment-unless-proven',
  subject: ({ productName }) => `Welcome to ${productName}`,
  body: (params, brand, link) => ({
    heading: `Welcome to ${brand.productName}`,
    preview:
      params.tier === 'free' ? 'Your free trial has started.' : 'Your plan is active. Here is how to begin.',
    blocks: [
      paragraph(`${greeting(params.name)} ${opening(params)}`),
      { kind: 'figures', rows: figures(params) },
      ...access(params, brand, link.oneTime ? link.url : undefined),
      { kind: 'steps', heading: 'Three next steps', items: nextSteps(brand) },
    ],
  }),
};

function opening({ tier }: WelcomeParams): string {
  if (tier === 'free')
    return `Your ${TRIAL_DAYS}-day free trial has started. Nothing is charged when it ends.`;
  return `Thank you for choosing the ${CATALOG[tier].name} plan. It is active from now on.`;
}

function figures(params: WelcomeParams): [string, string][] {
  const { tier, until } = params;
  if (tier === 'free') {
    return [
      ['Plan', 'Free trial'],
      ['Tracked subscriptions', `up to ${FREE_LIMITS.trackedSubscriptions}`],
      ...(until ? ([['Trial ends', calendarDay(until)]] as [string, string][]) : []),
    ];
  }
  return [
    ['Plan', CATALOG[tier].name],
    ...payment(params),
    ...(until ? ([['Renews on', calendarDay(until)]] as [string, string][]) : []),
  ];
}

/** Staff may give a plan for a payment that is not its price; it renews at the price. */
function payment({ amountCents, interval, paid }: WelcomeParams): [string, string][] {
  if (amountCents === null) return [];
  const price = `${formatCents(amountCents)} per ${interval ?? 'month'}`;
  if (!paid || (paid.amount === amountCents && paid.currency === CURRENCY)) return [['Paid', price]];
  return [
    ['Paid', formatAmount(paid.amount, paid.currency)],
    ['Price', price],
  ];
}

function access({ hasPassword }: WelcomeParams, { appUrl }: Brand, proof: string | undefined): Block[] {
  if (!proof) return [button('Open the app', appUrl)];
  const ask = hasPassword
    ? 'One thing is left: please confirm that this address is yours. It keeps your account in your hands.'
    : 'One thing is left: please choose a password. The button also confirms that this address is yours.';
  return [
    paragraph(ask),
    button(hasPassword ? 'Confirm your address' : 'Choose your password', proof),
    note('You did not buy this? The same page lets you say so.'),
  ];
}

function nextSteps({ appUrl }: Brand): string[] {
  return [
    `Open your dashboard: ${appUrl}`,
    'Connect an email account, so that your subscriptions are found by themselves.',
    'Invite your team.',
  ];
}
