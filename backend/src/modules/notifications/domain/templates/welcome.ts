import { formatCents } from '@subscription-site/shared/money';
import {
  CATALOG,
  FREE_LIMITS,
  TRIAL_DAYS,
  type BillingInterval,
  type SubscriptionTier,
} from '@subscription-site/shared/plans';
import {
  button,
  note,
  paragraph,
  type Block,
  type Brand,
  type EmailLink,
  type Template,
} from './template.js';
import { calendarDay, greeting } from './wording.js';

export interface WelcomeParams {
  name: string;
  /** When the email was queued. False for an account whose buyer's browser died before they could choose one. */
  hasPassword: boolean;
  tier: SubscriptionTier;
  interval: BillingInterval | null;
  amountCents: number | null;
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
      ...access(link.hasPassword ?? params.hasPassword, brand, link),
      { kind: 'steps', heading: 'Three next steps', items: nextSteps(brand) },
    ],
  }),
};

function opening({ tier }: WelcomeParams): string {
  if (tier === 'free')
    return `Your ${TRIAL_DAYS}-day free trial has started. Nothing is charged when it ends.`;
  return `Thank you for choosing the ${CATALOG[tier].name} plan. It is active from now on.`;
}

function figures({ tier, interval, amountCents, until }: WelcomeParams): [string, string][] {
  if (tier === 'free') {
    return [
      ['Plan', 'Free trial'],
      ['Tracked subscriptions', `up to ${FREE_LIMITS.trackedSubscriptions}`],
      ...(until ? ([['Trial ends', calendarDay(until)]] as [string, string][]) : []),
    ];
  }
  const price = amountCents === null ? undefined : formatCents(amountCents);
  return [
    ['Plan', CATALOG[tier].name],
    ...(price ? ([['Paid', `${price} per ${interval ?? 'month'}`]] as [string, string][]) : []),
    ...(until ? ([['Renews on', calendarDay(until)]] as [string, string][]) : []),
  ];
}

function access(hasPassword: boolean, { appUrl }: Brand, { url, oneTime }: EmailLink): Block[] {
  if (!oneTime) return [button('Open the app', appUrl)];
  const ask = hasPassword
    ? 'One thing is left: please confirm that this address is yours. It keeps your account in your hands.'
    : 'One thing is left: please choose a password. The button also confirms that this address is yours.';
  return [
    paragraph(ask),
    button(hasPassword ? 'Confirm your address' : 'Choose your password', url),
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
