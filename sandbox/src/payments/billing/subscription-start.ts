import { schedule } from '../clock/tasks.ts';
import { emit } from '../events/emit.ts';
import { embeddedList } from '../http/listing.ts';
import { newId } from '../state/identifiers.ts';
import { collect } from './collection.ts';
import { applyDiscounts, type DiscountInput } from './discounts.ts';
import { periodLine, trialLine } from './invoice-lines.ts';
import { draftInvoice, finalizeInvoice } from './invoices.ts';
import { newItem } from './plans.ts';
import { periodEndAfter } from './periods.ts';
import { markPaidWithoutPayment } from './mark-paid.ts';
import type { ApiError } from '../http/api-error.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Price, Subscription, TaxRate } from '../state/wire.ts';

const FIRST_PAYMENT_WINDOW_SECONDS = 23 * 60 * 60;

export interface SubscriptionInput {
  customer: string;
  /** When the first period started; by default, now. The period must not have ended. */
  start?: number;
  items: { price: Price; quantity: number; metadata?: Record<string, string> }[];
  behavior: 'default_incomplete' | 'allow_incomplete' | 'error_if_incomplete';
  billingMode: 'classic' | 'flexible';
  cancelAt?: number;
  cancelAtPeriodEnd?: boolean;
  defaultPaymentMethod?: string;
  description?: string;
  discounts?: readonly DiscountInput[];
  metadata?: Record<string, string>;
  savesPaymentMethod?: boolean;
  taxRates?: TaxRate[];
  trialEnd?: number;
}

/** Creates a subscription and its first invoice. It stays `incomplete` until that is paid, for at most 23 hours. */
export function startSubscription(
  sandbox: Sandbox,
  input: SubscriptionInput,
): { subscription: Subscription; error?: ApiError } {
  const { store, clock } = sandbox;
  const blank = store.put('subscription', blankSubscription(sandbox, input));
  const started = store.put('subscription', {
    ...blank,
    discounts: applyDiscounts(sandbox, blank, input.discounts ?? []),
  });
  emit(sandbox, 'customer.subscription.created', started);
  const { start_date: start } = started;
  const end = started.items.data[0]?.current_period_end ?? start;
  schedule(sandbox, 'advance_subscription', started.id, end);
  if (input.cancelAt !== undefined) schedule(sandbox, 'cancel_subscription', started.id, input.cancelAt);
  const isTrial = started.status === 'trialing';
  const lines = started.items.data.map((item) =>
    isTrial ? trialLine(sandbox, item) : periodLine(sandbox, item),
  );
  const invoice = finalizeInvoice(
    sandbox,
    draftInvoice(sandbox, {
      subscription: started,
      lines,
      reason: 'subscription_create',
      period: { start, end: start },
    }),
  );
  let error: ApiError | undefined;
  if (invoice.amount_due === 0) markPaidWithoutPayment(sandbox, invoice);
  else {
    schedule(
      sandbox,
      'expire_incomplete_subscription',
      started.id,
      clock.now() + FIRST_PAYMENT_WINDOW_SECONDS,
    );
    if (input.behavior !== 'default_incomplete') error = collect(sandbox, invoice).error;
  }
  return { subscription: store.get('subscription', started.id) ?? started, error };
}

function blankSubscription({ clock }: Sandbox, input: SubscriptionInput): Subscription {
  const id = newId('sub');
  const now = clock.now();
  const start = input.start ?? now;
  const anchor = input.trialEnd ?? start;
  const recurrence = input.items[0]?.price.recurring ?? { interval: 'month', interval_count: 1 };
  const period = { start, end: input.trialEnd ?? periodEndAfter(start, anchor, recurrence) };
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: anchor,
    billing_cycle_anchor_config: null,
    billing_mode: {
      flexible: input.billingMode === 'flexible' ? { proration_discounts: 'included' } : null,
      type: input.billingMode,
    },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: input.cancelAt ?? (input.cancelAtPeriodEnd ? period.end : null),
    cancel_at_period_end: input.cancelAtPeriodEnd ?? false,
    canceled_at: input.cancelAtPeriodEnd ? now : null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: input.items[0]?.price.currency ?? 'usd',
    customer: input.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: input.defaultPaymentMethod ?? null,
    default_source: null,
    default_tax_rates: input.taxRates ?? [],
    description: input.description ?? null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: embeddedList(
      `/v1/subscription_items?subscription=${id}`,
      input.items.map((item) => newItem(id, now, { ...item, period })),
    ),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: input.metadata ?? {},
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: input.savesPaymentMethod ? 'on_subscription' : 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: start,
    status: input.trialEnd === undefined ? 'incomplete' : 'trialing',
    test_clock: null,
    transfer_data: null,
    trial_end: input.trialEnd ?? null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: input.trialEnd === undefined ? null : now,
  };
}
