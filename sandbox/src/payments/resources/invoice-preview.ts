import { withBalance } from '../billing/customer-balance.ts';
import { buildInvoice } from '../billing/invoices.ts';
import { periodLine } from '../billing/invoice-lines.ts';
import { getPeriod } from '../billing/periods.ts';
import { endsWithScheduleAt } from '../billing/schedules/schedule-phases.ts';
import { computeItemsChange } from '../billing/subscription-change.ts';
import { DRAFT_SECONDS, computeNextPeriod } from '../billing/subscription-cycle.ts';
import { ApiError, invalidRequest } from '../http/api-error.ts';
import { findOrThrow } from '../http/listing.ts';
import { fields, flag, integer, array, oneOf, required, text } from '../http/parameters.ts';
import { route, type Call, type Route } from '../http/route.ts';
import { itemFields } from './subscriptions/subscription-parameters.ts';
import { readChangeOptions, readItemChanges } from './subscriptions/subscription-values.ts';
import type { InvoiceInput } from '../billing/invoices.ts';
import type { ItemsChange } from '../billing/subscription-change.ts';
import type { Subscription } from '../state/wire.ts';

const detailsFields = fields({
  items: array(itemFields),
  proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
  proration_date: integer,
  billing_cycle_anchor: fields({ type: required(oneOf('now', 'unchanged')) }),
  cancel_at_period_end: flag,
});

/**
 * Previews the invoice for a change of a subscription or, without a change, the next invoice. Stores nothing.
 * A change that is not invoiced immediately is shown with the next period, as it would be billed.
 */
const createPreview = route({
  method: 'POST',
  path: '/v1/invoices/create_preview',
  parameters: {
    customer: text,
    preview_mode: oneOf('next'),
    subscription: text,
    subscription_details: detailsFields,
  },
  run(call, { subscription: id, subscription_details: details = {} }) {
    const { sandbox } = call;
    if (id === undefined)
      throw invalidRequest('Missing required param: subscription.', {
        param: 'subscription',
        code: 'parameter_missing',
      });
    const subscription = findOrThrow(call, 'subscription', id, 'subscription');
    const change = computeItemsChange(
      sandbox,
      subscription,
      readItemChanges(call, subscription, details.items ?? []),
      readChangeOptions(subscription, details),
    );
    const changesNow =
      change.invoicedNow && (details.items !== undefined || details.billing_cycle_anchor?.type === 'now');
    const ends =
      subscription.ended_at !== null ||
      endsWithScheduleAt(sandbox, subscription, getPeriod(subscription).end) ||
      (details.cancel_at_period_end ?? subscription.cancel_at_period_end);
    if (ends && !changesNow) throw nothingUpcoming(subscription);
    const previewed = changesNow
      ? changeInvoice(call, subscription, change)
      : nextInvoice(call, subscription, change);
    const invoice = buildInvoice(sandbox, previewed);
    const created = changesNow ? invoice.created : previewed.period.end;
    return {
      ...invoice,
      ...withBalance(invoice, sandbox.store.get('customer', subscription.customer)?.balance ?? 0),
      id: `upcoming_${invoice.id}`,
      billing_reason: 'upcoming',
      created,
      next_payment_attempt: changesNow ? created : created + DRAFT_SECONDS,
    };
  },
});

function changeInvoice(call: Call, subscription: Subscription, { items, lines }: ItemsChange): InvoiceInput {
  const changed = { ...subscription, items: { ...subscription.items, data: items } };
  return {
    subscription,
    lines: [...pendingLines(call, subscription), ...lines],
    reason: 'subscription_update',
    period: getPeriod(changed),
  };
}

function nextInvoice(call: Call, subscription: Subscription, { items, lines }: ItemsChange): InvoiceInput {
  const changed = { ...subscription, items: { ...subscription.items, data: items } };
  const renewed = computeNextPeriod(call.sandbox, changed);
  return {
    subscription,
    lines: [
      ...pendingLines(call, subscription),
      ...lines,
      ...renewed.items.map((item) => periodLine(call.sandbox, item)),
    ],
    reason: 'subscription_cycle',
    period: getPeriod(subscription),
  };
}

function pendingLines({ sandbox: { store } }: Call, { id, customer }: Subscription): InvoiceInput['lines'] {
  return [
    ...store.findBy('pending_item', 'customer', customer),
    ...store.findBy('pending_proration', 'subscription', id),
  ].map(({ line }) => line);
}

function nothingUpcoming({ customer }: Subscription): ApiError {
  return new ApiError(404, {
    type: 'invalid_request_error',
    code: 'invoice_upcoming_none',
    message: `No upcoming invoices for customer: ${customer}`,
  });
}

export const invoicePreviewRoutes: readonly Route[] = [createPreview];
