import { buildInvoice } from '../billing/invoices.ts';
import { periodLine } from '../billing/invoice-lines.ts';
import { planChange } from '../billing/subscription-change.ts';
import { periodOf } from '../billing/subscription-time.ts';
import { invalidRequest } from '../http/failure.ts';
import { mustFind } from '../http/listing.ts';
import { fields, flag, listOf, oneOf, required, text } from '../http/parameters.ts';
import { route, type Route } from '../http/route.ts';
import { itemFields } from './subscription-parameters.ts';
import { readItemChanges } from './subscription-values.ts';

/**
 * The invoice that a change of a subscription would lead to, or without a change the next one. Keeps nothing.
 * A change that is not invoiced at once is shown together with the next period, as it would be billed.
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
    const subscription = mustFind(call, 'subscription', id, 'subscription');
    const change = planChange(
      sandbox,
      subscription,
      readItemChanges(call, subscription, details.items ?? []),
      {
        proration: details.proration_behavior ?? 'create_prorations',
        resetAnchor: details.billing_cycle_anchor?.type === 'now',
      },
    );
    const waiting = sandbox.store.by('pending_proration', 'subscription', id).map(({ line }) => line);
    const nextPeriod = change.invoicedNow ? [] : change.items.map((item) => periodLine(sandbox, item));
    const invoice = buildInvoice(sandbox, {
      subscription,
      lines: [...waiting, ...change.lines, ...nextPeriod],
      reason: change.invoicedNow ? 'subscription_update' : 'subscription_cycle',
      period: periodOf(subscription),
    });
    return { ...invoice, id: `upcoming_${invoice.id}`, billing_reason: 'upcoming' };
  },
});

export const invoicePreviewRoutes: readonly Route[] = [createPreview];
