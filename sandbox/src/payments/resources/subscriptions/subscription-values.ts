import { applyDiscounts } from '../../billing/discounts.ts';
import { blankDetails } from '../../billing/subscription-end.ts';
import { getPeriod } from '../../billing/periods.ts';
import { schedule, unschedule } from '../../clock/tasks.ts';
import { invalidRequest, type ApiError } from '../../http/api-error.ts';
import { findOrThrow } from '../../http/listing.ts';
import { mergeMetadata, type InferParameters, type Values } from '../../http/parameters.ts';
import { readPrice, type itemFields, type subscriptionShape } from './subscription-parameters.ts';
import type { ChangeOptions, ItemChange } from '../../billing/subscription-change.ts';
import type { Call } from '../../http/route.ts';
import type { Subscription, TaxRate } from '../../state/wire.ts';

const DAY_SECONDS = 24 * 60 * 60;

type UpdateValues = Values<typeof subscriptionShape> & {
  cancellation_details?: { comment?: string | null; feedback?: string | null };
  pause_collection?: {
    behavior: 'keep_as_draft' | 'mark_uncollectible' | 'void';
    resumes_at?: number;
  } | null;
};

/** Applies a change to a subscription, except for its items. */
export function withChanges(call: Call, subscription: Subscription, change: UpdateValues): Subscription {
  const { sandbox } = call;
  return {
    ...subscription,
    ...cancellationChange(call, subscription, change),
    default_payment_method: change.default_payment_method ?? subscription.default_payment_method,
    default_tax_rates:
      change.default_tax_rates === undefined
        ? subscription.default_tax_rates
        : readTaxRates(call, change.default_tax_rates),
    description: change.description === undefined ? subscription.description : change.description,
    discounts:
      change.discounts === undefined
        ? subscription.discounts
        : applyDiscounts(sandbox, subscription, change.discounts ?? []),
    metadata: mergeMetadata(subscription.metadata, change.metadata),
    pause_collection:
      change.pause_collection === undefined
        ? subscription.pause_collection
        : change.pause_collection && { resumes_at: null, ...change.pause_collection },
    ...(change.trial_end === 'now' ? { trial_end: sandbox.clock.now() } : {}),
  };
}

function cancellationChange(
  call: Call,
  subscription: Subscription,
  change: UpdateValues,
): Partial<Subscription> {
  if (change.cancel_at !== undefined && change.cancel_at_period_end !== undefined) {
    throw invalidRequest('You cannot pass both `cancel_at` and `cancel_at_period_end`.', {
      param: 'cancel_at',
    });
  }
  const details = { ...blankDetails, ...subscription.cancellation_details, ...change.cancellation_details };
  if (change.cancel_at_period_end === true || typeof change.cancel_at === 'number') {
    return {
      cancel_at: change.cancel_at ?? getPeriod(subscription).end,
      cancel_at_period_end: change.cancel_at_period_end ?? false,
      canceled_at: subscription.canceled_at ?? call.sandbox.clock.now(),
      cancellation_details: { ...details, reason: 'cancellation_requested' },
    };
  }
  if (change.cancel_at_period_end === false || change.cancel_at === null) {
    return {
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      cancellation_details: { ...details, reason: null },
    };
  }
  return change.cancellation_details ? { cancellation_details: details } : {};
}

/** Reschedules the tasks for cancellation, the end of a pause, and the end of the trial. */
export function rescheduleEnd({ sandbox }: Call, before: Subscription, after: Subscription): void {
  unschedule(sandbox, 'cancel_subscription', after.id);
  if (after.cancel_at !== null && !after.cancel_at_period_end) {
    schedule(sandbox, 'cancel_subscription', after.id, after.cancel_at);
  }
  unschedule(sandbox, 'resume_collection', after.id);
  if (after.pause_collection?.resumes_at) {
    schedule(sandbox, 'resume_collection', after.id, after.pause_collection.resumes_at);
  }
  if (before.status === 'trialing' && after.trial_end !== before.trial_end) {
    schedule(sandbox, 'advance_subscription', after.id, after.trial_end ?? sandbox.clock.now());
  }
}

/** Reads the requested changes of items. Each one refers to an item of this subscription or to a price for a new item. */
export function readItemChanges(
  call: Call,
  subscription: Subscription,
  items: readonly InferParameters<typeof itemFields>[],
): ItemChange[] {
  return items.map((item, index) => {
    if (item.id !== undefined && !subscription.items.data.some(({ id }) => id === item.id)) {
      throw invalidRequest(`No such subscription item: '${item.id}'`, {
        param: `items[${index}][id]`,
        code: 'resource_missing',
      });
    }
    const hasPrice = item.price !== undefined || item.price_data !== undefined;
    const needsPrice = item.id === undefined && !item.deleted;
    return {
      id: item.id,
      quantity: item.quantity,
      deleted: item.deleted,
      metadata: item.metadata,
      price: hasPrice || needsPrice ? readPrice(call, item, `items[${index}]`, subscription) : undefined,
    };
  });
}

interface ChangeParameters {
  billing_cycle_anchor?: { type: 'now' | 'unchanged' };
  proration_behavior?: ChangeOptions['proration'];
  proration_date?: number;
}

/** How a change of items is prorated. The proration date must be within the current period. */
export function readChangeOptions(subscription: Subscription, parameters: ChangeParameters): ChangeOptions {
  const { proration_behavior: proration = 'create_prorations', proration_date: prorationDate } = parameters;
  const resetAnchor = parameters.billing_cycle_anchor?.type === 'now';
  const rejection = (message: string): ApiError => invalidRequest(message, { param: 'proration_date' });
  if (prorationDate !== undefined && resetAnchor)
    throw rejection('You cannot set `proration_date` when `billing_cycle_anchor` is `now`.');
  if (prorationDate !== undefined && proration === 'none')
    throw rejection('You cannot set `proration_date` when `proration_behavior` is `none`.');
  const { start, end } = getPeriod(subscription);
  if (prorationDate !== undefined && (prorationDate < start || prorationDate > end))
    throw rejection(
      `Invalid proration_date: must be within the current billing period, from ${start} to ${end}.`,
    );
  return { proration, resetAnchor, prorationDate };
}

const PENDING_PARAMETERS = new Set([
  'billing_cycle_anchor',
  'expand',
  'items',
  'off_session',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
  'trial_end',
]);

/** Only changes that can generate an invoice can wait for its payment. */
export function assertCanBePending(subscription: Subscription, parameters: object): void {
  const unsupported = Object.keys(parameters).find((name) => !PENDING_PARAMETERS.has(name));
  if (unsupported !== undefined) {
    throw invalidRequest(
      `You cannot set \`${unsupported}\` when \`payment_behavior\` is \`pending_if_incomplete\`.`,
      { param: unsupported },
    );
  }
  if (subscription.status !== 'active' && subscription.status !== 'trialing') {
    throw invalidRequest(
      `\`payment_behavior\` can be \`pending_if_incomplete\` only for subscriptions that are active or trialing. This subscription is ${subscription.status}.`,
      { param: 'payment_behavior' },
    );
  }
}

export function readTaxRates(call: Call, ids: string[] | null | undefined): TaxRate[] {
  return (ids ?? []).map((id, index) => findOrThrow(call, 'tax_rate', id, `default_tax_rates[${index}]`));
}

/** The end of the trial, from a Unix time or a number of days. */
export function readTrialEnd(
  { sandbox }: Call,
  { trial_end: end, trial_period_days: days }: { trial_end?: number | 'now'; trial_period_days?: number },
): number | undefined {
  if (typeof end === 'number') return end;
  return days === undefined ? undefined : sandbox.clock.now() + days * DAY_SECONDS;
}
