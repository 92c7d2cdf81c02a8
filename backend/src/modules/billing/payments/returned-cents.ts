import type { ProviderRefund } from './refunds.port.js';

/** The amount that was actually returned. The charge's own refunded amount includes pending refunds. */
export function returnedCents(refunds: readonly ProviderRefund[]): number {
  return refunds
    .filter(({ status }) => status === 'succeeded')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
}
