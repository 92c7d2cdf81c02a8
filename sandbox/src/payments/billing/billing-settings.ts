import type { Sandbox } from '../sandbox.ts';

/** What the provider's dashboard configures for an account. */
export interface BillingSettings {
  /** Days until each retry of an unpaid renewal, counted from the previous attempt. */
  retryDays: number[];
  /** What happens to the subscription after the last retry. */
  afterRetries: 'cancel' | 'unpaid' | 'pause' | 'past_due';
}

const DEFAULTS: BillingSettings = { retryDays: [3, 5, 7], afterRetries: 'cancel' };

export function billingSettings({ store }: Sandbox): BillingSettings {
  const stored = store.get('setting', 'billing');
  return stored ? { ...DEFAULTS, ...(JSON.parse(stored.value) as Partial<BillingSettings>) } : DEFAULTS;
}

export function changeBillingSettings(sandbox: Sandbox, change: Partial<BillingSettings>): BillingSettings {
  const settings = { ...billingSettings(sandbox), ...change };
  sandbox.store.put('setting', { id: 'billing', value: JSON.stringify(settings) });
  return settings;
}
