import { buildInvoice } from '../billing/invoices.ts';
import { periodLine } from '../billing/invoice-lines.ts';
import { computeItemsChange } from '../billing/subscription-change.ts';
import { periodOf } from '../billing/subscription-cycle.ts';
import { invalidRequest } from '../http/api-error.ts';
import { findOrThrow } from '../http/listing.ts';
import { fields, flag, listOf, oneOf, required, text } from '../http/parameters.ts';
import { route, type Route } from '../http/route.ts';
import { itemFields } from './subscription-parameters.ts';
import { readItemChanges } from './subscription-values.ts';

/**
 * Previews the invoice for a change of a subscription or, without a change, the next invoice. Stores nothing.
 * A change that is not invoiced immediately is shown with the next period, as it would be billed.
 */
const createPreview = route({
  method: 'POST',
  path: '/v1/invoices/create_preview',
  parameters: {
    customer: text,
    subscription: text,
    subscription_details: fields({
      items: listOf(itemFields),
      proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
      billing_cycle_anchor: fields({ type: required(oneOf('now', 'unchanged')) }),
      cancel_at_period_end: flag,
    }),
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
      {
        proration: details.proration_behavior ?? 'create_prorations',
        resetAnchor: details.billing_cycle_anchor?.type === 'now',
      },
    );
    const pending = sandbox.store.findBy('pending_proration', 'subscription', id).map(({ line }) => line);
    const nextPeriod = change.invoicedNow ? [] : change.items.map((item) => periodLine(sandbox, item));
    const invoice = buildInvoice(sandbox, {
      subscription,
      lines: [...pending, ...change.lines, ...nextPeriod],
      reason: change.invoicedNow ? 'subscription_update' : 'subscription_cycle',
      period: periodOf(subscription),
    });
    return { ...invoice, id: `upcoming_${invoice.id}`, billing_reason: 'upcoming' };
  },
});

export const invoicePreviewRoutes: readonly Route[] = [createPreview];
