import { newItem, toPlan } from '../plans.ts';
import type { Sandbox } from '../../sandbox.ts';
import type { Subscription, SubscriptionItem, SubscriptionSchedule } from '../../state/wire.ts';

export type Phase = SubscriptionSchedule['phases'][number];

/** The schedule that manages the subscription, if any. */
export function findSchedule(
  { store }: Sandbox,
  subscription: Subscription,
): SubscriptionSchedule | undefined {
  return store.get('subscription_schedule', subscription.schedule ?? '');
}

/** The phase of the subscription's schedule that starts at this moment, if any. */
export function phaseStartingAt(
  sandbox: Sandbox,
  subscription: Subscription,
  moment: number,
): Phase | undefined {
  const schedule = findSchedule(sandbox, subscription);
  if (!schedule || schedule.current_phase?.end_date !== moment) return undefined;
  return schedule.phases.find(({ start_date: start }) => start === moment);
}

/** True if the subscription ends with its schedule at this moment. */
export function endsWithScheduleAt(sandbox: Sandbox, subscription: Subscription, moment: number): boolean {
  const schedule = findSchedule(sandbox, subscription);
  return schedule?.end_behavior === 'cancel' && schedule.phases.at(-1)?.end_date === moment;
}

/** The subscription's items with the prices and quantities of the phase. */
export function toPhaseItems(
  { store, clock }: Sandbox,
  subscription: Subscription,
  phase: Phase,
): SubscriptionItem[] {
  return phase.items.map(({ price: priceId, quantity = 1, metadata }, index) => {
    const price = store.get('price', priceId);
    if (!price) throw new Error(`${priceId} of a phase does not exist`);
    const item = subscription.items.data[index];
    const period = {
      start: item?.current_period_start ?? phase.start_date,
      end: item?.current_period_end ?? phase.end_date,
    };
    return item
      ? { ...item, price, plan: toPlan(price), quantity }
      : newItem(subscription.id, clock.now(), { price, quantity, metadata: metadata ?? {}, period });
  });
}

/** A phase with the subscription's current items. */
export function toPhase(subscription: Subscription, period: { start: number; end: number }): Phase {
  return newPhase({
    currency: subscription.currency,
    items: subscription.items.data.map(({ price, quantity = 1 }) => ({ price: price.id, quantity })),
    period,
    proration: 'create_prorations',
  });
}

export interface PhaseInput {
  currency: string;
  items: { price: string; quantity: number; metadata?: Record<string, string> }[];
  period: { start: number; end: number };
  proration: 'always_invoice' | 'create_prorations' | 'none';
  description?: string;
  defaultPaymentMethod?: string;
  metadata?: Record<string, string>;
}

export function newPhase({ items, period, ...input }: PhaseInput): Phase {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: input.currency,
    default_payment_method: input.defaultPaymentMethod ?? null,
    default_tax_rates: [],
    description: input.description ?? null,
    discounts: [],
    end_date: period.end,
    invoice_settings: null,
    items: items.map(({ price, quantity, metadata = {} }) => ({
      billing_thresholds: null,
      discounts: [],
      metadata,
      plan: price,
      price,
      quantity,
      tax_rates: [],
    })),
    metadata: input.metadata ?? {},
    on_behalf_of: null,
    proration_behavior: input.proration,
    start_date: period.start,
    transfer_data: null,
    trial_end: null,
  };
}
