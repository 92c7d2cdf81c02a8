import type { ParamsOf, TemplateName } from './catalog.js';

const name = 'Ada Lovelace';
const link = { name, redirectTo: null };

/** Sample parameters for previews and tests. */
export const SAMPLES: { [Name in TemplateName]: ParamsOf<Name> } = {
  welcome: {
    name,
    hasPassword: true,
    tier: 'team',
    interval: 'month',
    amountCents: 4900,
    until: '2026-12-24T10:00:00.000Z',
  },
  'confirm-email': link,
  'reset-password': link,
  'sign-in': link,
  invitation: link,
  'confirm-email-change': { ...link, newEmail: 'ada.king@example.com' },
  'email-changed': { name },
  'password-changed': { name },
  reauthentication: { name },
  'new-sign-in': {
    name,
    device: 'Chrome on macOS',
    ipAddress: '203.0.113.7',
    at: '2026-12-24T10:00:00.000Z',
  },
  'mfa-factor-enrolled': { name, factor: 'totp' },
  'mfa-factor-unenrolled': { name, factor: 'totp' },
  'passkey-added': { name },
  'passkey-removed': { name },
  'phone-changed': { name },
  'recovery-codes-generated': { name },
  'recovery-code-used': { name, remaining: 2 },
  refund: { name, amountCents: 4900 },
  'payment-failed': { name, plan: 'growth', payUrl: 'https://pay.example.com/invoice/1' },
  'unrecognized-account': { userId: '0190b5a0-0000-7000-8000-000000000001', address: 'ada@example.com' },
  'cancellation-failed': {
    userId: '0190b5a0-0000-7000-8000-000000000001',
    reason: 'Invalid API Key provided: sk_live_***',
  },
  'payment-needs-review': {
    cause: 'amount',
    details: '$48 paid, $49 due',
    paymentId: 'pi_3SampleSampleSample',
    amountCents: 4900,
    others: 2,
  },
  'payment-unclaimed': { paymentId: 'pi_3SampleSampleSample', amountCents: 4900 },
  'recurring-setup-failed': {
    paymentId: 'pi_3SampleSampleSample',
    amountCents: 4900,
    reason: 'No such price: price_123',
    others: 1,
  },
  'refund-failed': {
    paymentId: 'pi_3SampleSampleSample',
    amountCents: 4900,
    reason: 'Insufficient funds in your account to refund',
  },
  'story-received': {
    name,
    company: 'Analytical Engines',
    email: 'ada@example.com',
    story: 'We found forty subscriptions that no one used.\nNow we have nine.',
  },
};
