import { CURRENCY, formatAmount, formatCents } from '@subscription-site/shared/money';
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
import { calendarDate, greeting } from './wording.js';

export interface WelcomeParams {
  name: string;
  /**
   * When the email was queued. False if the payment was provisioned without the buyer's browser, before they could choose a
   * password.
   */
  hasPassword: boolean;
  tier: SubscriptionTier;
  interval: BillingInterval | null;
  /** The plan's price. */
  amountCents: number | null;
  /** The amount actually paid, in the currency's smallest unit, if known. */
  paid?: { amount: number; currency: string };
  /** End of the paid period or of the trial, ISO 8601. */
  until: string | null;
}

/** Sent once per account and tier. */
export const welcome: Template<WelcomeParams> = {
  audience: 'customer',
  authentication: false,
  link: 'payment-unless-confirmed',
  subject: ({ productName }) => `Welcome to ${productName}`,
  body: (params, brand, link) => ({
    heading: `Welcome to ${brand.productName}`,
    preview:
      params.tier === 'free'
        ? 'Your free trial has started.'
        : "Your plan is active. Here's how to get started.",
    blocks: [
      paragraph(greeting(params.name)),
      paragraph(opening(params)),
      { kind: 'details', rows: planDetails(params) },
      ...callToAction(link.hasPassword ?? params.hasPassword, brand, link),
      { kind: 'steps', heading: 'Next steps', items: nextSteps(brand) },
    ],
  }),
};

function opening({ tier }: WelcomeParams): string {
  if (tier === 'free')
    return `Your ${TRIAL_DAYS}-day free trial has started. You won't be charged when it ends.`;
  return `Thanks for choosing the ${CATALOG[tier].name} plan. It's active now.`;
}

function planDetails(params: WelcomeParams): [string, string][] {
  const { tier, until } = params;
  if (tier === 'free') {
    return [
      ['Plan', 'Free trial'],
      ['Tracked subscriptions', `Up to ${FREE_LIMITS.trackedSubscriptions}`],
      ...(until ? ([['Trial ends', calendarDate(until)]] as [string, string][]) : []),
    ];
  }
  return [
    ['Plan', CATALOG[tier].name],
    ...paymentDetails(params),
    ...(until ? ([['Renews on', calendarDate(until)]] as [string, string][]) : []),
  ];
}

/** Staff may provision a plan for a payment that differs from its price. It renews at the price. */
function paymentDetails({ amountCents, interval, paid }: WelcomeParams): [string, string][] {
  if (amountCents === null) return [];
  const price = `${formatCents(amountCents)} per ${interval ?? 'month'}`;
  if (!paid || (paid.amount === amountCents && paid.currency === CURRENCY)) return [['Paid', price]];
  return [
    ['Paid', formatAmount(paid.amount, paid.currency)],
    ['Price', price],
  ];
}

function callToAction(hasPassword: boolean, { appUrl }: Brand, { url, oneTime }: EmailLink): Block[] {
  if (!oneTime) return [button('Open the app', appUrl)];
  return [
    paragraph(
      hasPassword
        ? 'One last step: please confirm your email address. This keeps your account secure.'
        : 'One last step: please choose a password. This also confirms your email address.',
    ),
    button(hasPassword ? 'Confirm email address' : 'Choose a password', url),
    note("If this wasn't you, let us know on the same page."),
  ];
}

function nextSteps({ appUrl }: Brand): string[] {
  return [
    `Open your dashboard: ${appUrl}`,
    'Connect an email account to detect your subscriptions automatically.',
    'Invite your team.',
  ];
}
