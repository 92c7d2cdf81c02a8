import { emit } from '../events/emit.ts';
import { embeddedList } from '../http/listing.ts';
import { newId, randomText } from '../state/identifiers.ts';
import { createIntent } from '../intents/payment-intents.ts';
import { applyBalance, withBalance } from './customer-balance.ts';
import { withoutOneTimeDiscounts } from './discounts.ts';
import { takePendingItems } from './pending-items.ts';
import { computeTotals } from './totals.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Customer, Invoice, InvoicePayment, PaymentIntent, Subscription } from '../state/wire.ts';
import type { LineDraft } from '../state/records.ts';

export interface InvoiceInput {
  subscription: Subscription;
  lines: LineDraft[];
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  period: { start: number; end: number };
}

/** Creates a draft invoice with what is pending for the customer, and spends one-time discounts. */
export function draftInvoice(sandbox: Sandbox, input: InvoiceInput): Invoice {
  const { store } = sandbox;
  const { subscription } = input;
  const lines = [...takePendingItems(sandbox, subscription.customer), ...input.lines];
  const invoice = store.put('invoice', buildInvoice(sandbox, { ...input, lines }));
  emit(sandbox, 'invoice.created', invoice);
  store.put('subscription', {
    ...(store.get('subscription', subscription.id) ?? subscription),
    latest_invoice: invoice.id,
    discounts: withoutOneTimeDiscounts(sandbox, subscription.discounts),
  });
  return invoice;
}

/** Builds an invoice without storing it. */
export function buildInvoice(
  sandbox: Sandbox,
  { subscription, lines, reason, period }: InvoiceInput,
): Invoice {
  const now = sandbox.clock.now();
  const customer = getCustomer(sandbox, subscription);
  const id = newId('in');
  const taxRates = subscription.default_tax_rates ?? [];
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Payment sandbox',
    account_tax_ids: null,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: subscription.collection_method,
    created: now,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: customer.tax_exempt ?? 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: taxRates,
    description: null,
    discounts: subscription.discounts,
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: embeddedList(
      `/v1/invoices/${id}/lines`,
      lines.map((line) => ({ ...line, invoice: id })),
    ),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: period.end,
    period_start: period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    test_clock: null,
    total_pretax_credit_amounts: [],
    webhooks_delivered_at: now,
    ...computeTotals(
      sandbox,
      lines.map(({ amount }) => amount),
      subscription.discounts,
      taxRates,
    ),
  };
}

/** Numbers and opens the invoice, applies the customer's balance, and creates an intent for the amount due. */
export function finalizeInvoice(sandbox: Sandbox, draft: Invoice): Invoice {
  const { store, clock } = sandbox;
  const customer = store.get('customer', draft.customer ?? '');
  const sequence = customer?.next_invoice_sequence ?? 1;
  if (customer)
    store.put('customer', { ...customer, next_invoice_sequence: sequence + 1, currency: draft.currency });
  const hostedUrl = `${sandbox.publicUrl}/invoices/${draft.id}?secret=${randomText(24)}`;
  const open = store.put('invoice', {
    ...draft,
    status: 'open',
    number: `${customer?.invoice_prefix ?? 'SANDBOX'}-${String(sequence).padStart(4, '0')}`,
    effective_at: clock.now(),
    ...withBalance(draft, customer?.balance ?? 0),
    hosted_invoice_url: hostedUrl,
    invoice_pdf: hostedUrl.replace('?', '/pdf?'),
    status_transitions: { ...draft.status_transitions, finalized_at: clock.now() },
  });
  applyBalance(sandbox, open);
  emit(sandbox, 'invoice.finalized', open, draft);
  if (open.amount_due > 0) createInvoiceIntent(sandbox, open);
  return open;
}

/** Links a payment to the invoice. */
export function addInvoicePayment(
  sandbox: Sandbox,
  invoice: Invoice,
  intent: PaymentIntent,
  isDefault: boolean,
): InvoicePayment {
  return sandbox.store.put('invoice_payment', {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: intent.amount,
    created: sandbox.clock.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: isDefault,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
}

/** The invoice's default payment with its intent. */
export function findDefaultPayment(
  { store }: Sandbox,
  invoice: Invoice,
): { payment: InvoicePayment; intent: PaymentIntent } | undefined {
  const payment = store
    .findBy('invoice_payment', 'invoice', invoice.id)
    .find((candidate) => candidate.is_default);
  const intent = payment && store.get('payment_intent', payment.payment.payment_intent ?? '');
  return payment && intent ? { payment, intent } : undefined;
}

export function findSubscription({ store }: Sandbox, invoice: Invoice): Subscription | undefined {
  return store.get('subscription', invoice.parent?.subscription_details?.subscription ?? '');
}

function createInvoiceIntent(sandbox: Sandbox, invoice: Invoice): void {
  const saves =
    findSubscription(sandbox, invoice)?.payment_settings?.save_default_payment_method === 'on_subscription';
  const intent = createIntent(sandbox, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer,
    description:
      invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    setup_future_usage: saves || invoice.billing_reason === 'subscription_create' ? 'off_session' : null,
  });
  addInvoicePayment(sandbox, invoice, intent, true);
}

function getCustomer({ store }: Sandbox, subscription: Subscription): Customer {
  const customer = store.get('customer', subscription.customer);
  if (!customer) throw new Error(`${subscription.id} has no customer`);
  return customer;
}
