import { formatAmount } from '@subscription-site/shared/amounts';
import { CURRENCY, formatCents } from '@subscription-site/shared/money';
import { CATALOG, type BillingInterval, type SubscriptionTier } from '@subscription-site/shared/plans';
import { FREE_LIMITS, TRIAL_DAYS } from '@subscription-site/shared/trial';
import {
  accountLink,
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
  /** Not shown. Missing for a trial, and in emails of older versions. */
  subscriptionId?: string;
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
        : 'Your plan is active. Here’s how to get started.',
    blocks: [
      paragraph(greeting(params.name)),
      paragraph(opening(params)),
      { kind: 'details', rows: planDetails(params) },
      ...(params.tier === 'free' ? [] : [accountLink(brand, 'Receipt and billing', 'billing')]),
      ...callToAction(link.hasPassword ?? params.hasPassword, brand, link),
      { kind: 'steps', heading: 'Next steps', items: nextSteps(brand) },
    ],
  }),
};

function opening({ tier }: WelcomeParams): string {
  if (tier === 'free')
    return `Your ${TRIAL_DAYS}-day free trial has started. You won’t be charged when it ends.`;
  return `Thanks for choosing the ${CATALOG[tier].name} plan. It’s active now.`;
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
  const period = interval ?? 'month';
  if (!paid || (paid.amount === amountCents && paid.currency === CURRENCY))
    return [['Paid', `${formatCents(amountCents)} · Renews ${period}ly`]];
  return [
    ['Paid', formatAmount(paid.amount, paid.currency)],
    ['Price', `${formatCents(amountCents)} per ${period}`],
  ];
}

function callToAction(
  hasPassword: boolean,
  { appUrl, supportEmail }: Brand,
  { url, oneTime, confirmsEmail = true }: EmailLink,
): Block[] {
  if (!oneTime) return [button('Open the app', appUrl)];
  if (!confirmsEmail) return otherAddress(hasPassword, supportEmail, url);
  return [
    paragraph(
      hasPassword
        ? 'One last step: please confirm your email address. This keeps your account secure.'
        : 'One last step: please choose a password. This also confirms your email address.',
    ),
    button(hasPassword ? 'Confirm email address' : 'Choose a password', url),
    note('Didn’t buy this plan? Use the same link and choose “No, this wasn’t me”.'),
  ];
}

/** To an address that staff entered. The account keeps its own, which this email can't confirm. */
function otherAddress(hasPassword: boolean, supportEmail: string, url: string): Block[] {
  const change = `To sign in with this address instead, ask ${supportEmail} to replace the email of your account.`;
  if (!hasPassword) return [paragraph(`Your account still uses another email address. ${change}`)];
  return [
    paragraph(
      'Our support team sent you this copy. Your account still uses another email address. Sign in with the password you chose at checkout.',
    ),
    button('Sign in', url),
    note(change),
  ];
}

function nextSteps({ appUrl }: Brand): string[] {
  return [
    `Open your dashboard: ${appUrl}`,
    'Connect an email account to detect your subscriptions automatically.',
    'Invite your team.',
  ];
}
