import type { ProviderRefund } from './payment-provider.js';

/** What has really gone back: the charge's own figure includes refunds that are pending. */
export function returnedCents(refunds: readonly ProviderRefund[]): number {
  return refunds
    .filter(({ status }) => status === 'succeeded')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
}
