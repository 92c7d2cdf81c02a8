import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import {
  SubscriptionChangesPort,
  type PriceChange,
  type PriceChangePreview,
  type PriceChangeState,
} from '../subscriptions/subscription-changes.port.js';
import { PaymentProviderRejectedError } from '../billing-errors.js';
import { callStripe, setInStripe } from './stripe-client.js';
import { InvoicesPort } from '../invoices/invoices.port.js';
import { getPaymentIntent, isPriceChange } from './stripe-invoice-mappers.js';
import { findPlanPrice, fromUnixSeconds, getId, toUnixSeconds } from './stripe-mappers.js';

/** How far the provider's clock may be behind ours. */
const MAX_CLOCK_SKEW_SECONDS = 3600;

@Injectable()
export class StripeSubscriptionChanges extends SubscriptionChangesPort {
  constructor(
    private readonly stripe: Stripe,
    private readonly invoices: InvoicesPort,
  ) {
    super();
  }

  override async previewPrice({
    subscriptionId,
    priceId,
    proratedAt,
  }: PriceChange): Promise<PriceChangePreview> {
    const subscription = await this.find(subscriptionId);
    const invoice = await callStripe(() =>
      this.stripe.invoices.createPreview({
        subscription: subscriptionId,
        subscription_details: {
          items: [{ id: getItem(subscription).id, price: priceId }],
          proration_behavior: 'always_invoice',
          proration_date: toUnixSeconds(proratedAt),
        },
      }),
    );
    const lines = invoice.lines.data.map(({ description, amount }) => ({
      description: description ?? '',
      amountCents: amount,
    }));
    const balanceCents = invoice.amount_due - invoice.total;
    if (balanceCents !== 0) lines.push({ description: 'Applied balance', amountCents: balanceCents });
    return {
      lines,
      dueNowCents: invoice.amount_due,
      currency: invoice.currency,
    };
  }

  override async changePrice({
    subscriptionId,
    priceId,
    proratedAt,
    key,
  }: PriceChange & { key: string }): Promise<PriceChangeState> {
    const subscription = await this.find(subscriptionId);
    const updated = await callStripe(() =>
      this.stripe.subscriptions.update(
        subscriptionId,
        {
          items: [{ id: getItem(subscription).id, price: priceId }],
          proration_behavior: 'always_invoice',
          proration_date: toUnixSeconds(proratedAt),
          payment_behavior: 'pending_if_incomplete',
        },
        { idempotencyKey: key },
      ),
    );
    const state = await this.findPriceChange({ subscriptionId, priceId, proratedAt });
    if (state) return state;
    // Nothing was invoiced.
    const status = getItem(updated).price.id === priceId ? 'applied' : 'declined';
    return { invoiceId: getId(updated.latest_invoice) ?? '', status, clientSecret: null, failureCode: null };
  }

  override async findPriceChange({
    subscriptionId: subscription,
    priceId,
    proratedAt,
  }: PriceChange): Promise<PriceChangeState | undefined> {
    const time = toUnixSeconds(proratedAt);
    const created = { gte: time - MAX_CLOCK_SKEW_SECONDS };
    const { data } = await callStripe(() => this.stripe.invoices.list({ subscription, created, limit: 100 }));
    const invoiceId = data.find((invoice) => isPriceChange(invoice, priceId, time))?.id;
    return invoiceId ? this.retrieveState(invoiceId) : undefined;
  }

  private async retrieveState(invoiceId: string): Promise<PriceChangeState> {
    const invoice = await callStripe(() =>
      this.stripe.invoices.retrieve(invoiceId, {
        expand: ['confirmation_secret', 'payments.data.payment.payment_intent'],
      }),
    );
    const closed = { invoiceId, clientSecret: null, failureCode: null };
    if (invoice.status === 'paid') return { ...closed, status: 'applied' };
    if (invoice.status === 'void') return { ...closed, status: 'voided' };
    const intent = getPaymentIntent(invoice);
    const { status, last_payment_error: lastError } = typeof intent === 'object' && intent ? intent : {};
    const requiresAction = status === 'requires_action' || status === 'processing';
    return {
      invoiceId,
      status: requiresAction ? 'requires_action' : 'declined',
      clientSecret: requiresAction ? (invoice.confirmation_secret?.client_secret ?? null) : null,
      failureCode: lastError?.decline_code ?? lastError?.code ?? null,
    };
  }

  override async abandonPriceChange(subscriptionId: string, except?: PriceChange): Promise<boolean> {
    const { pending_update: pending, latest_invoice: invoice } = await callStripe(() =>
      this.stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] }),
    );
    if (!pending || !invoice || typeof invoice === 'string') return true;
    if (except && isPriceChange(invoice, except.priceId, toUnixSeconds(except.proratedAt))) return true;
    // Voiding the invoice of a pending update discards the update.
    return (await this.invoices.void(invoice.id!)) !== 'open';
  }

  override async schedulePrice(subscriptionId: string, priceId: string): Promise<void> {
    try {
      await this.setNextPrice(subscriptionId, priceId);
    } catch (error) {
      if (!(error instanceof PaymentProviderRejectedError)) throw error;
      // Another process may have created or released the schedule in the meantime.
      await this.setNextPrice(subscriptionId, priceId);
    }
  }

  private async setNextPrice(subscriptionId: string, priceId: string): Promise<void> {
    const subscription = await this.find(subscriptionId);
    const existing = getId(subscription.schedule);
    const schedule = existing
      ? await callStripe(() => this.stripe.subscriptionSchedules.retrieve(existing))
      : await callStripe(() =>
          this.stripe.subscriptionSchedules.create({ from_subscription: subscriptionId }),
        );
    const item = getItem(subscription);
    const { start_date } = schedule.current_phase ?? schedule.phases[0]!;
    const { recurring } = await callStripe(() => this.stripe.prices.retrieve(priceId));
    await callStripe(() =>
      this.stripe.subscriptionSchedules.update(schedule.id, {
        end_behavior: 'release',
        proration_behavior: 'none',
        phases: [
          {
            start_date,
            end_date: item.current_period_end,
            items: [{ price: item.price.id, quantity: 1 }],
            proration_behavior: 'none',
          },
          {
            items: [{ price: priceId, quantity: 1 }],
            duration: { interval: recurring?.interval ?? 'month', interval_count: 1 },
            proration_behavior: 'none',
          },
        ],
      }),
    );
  }

  override async findScheduledPrice(
    scheduleId: string,
  ): ReturnType<SubscriptionChangesPort['findScheduledPrice']> {
    const expand = ['phases.items.price.product'];
    const schedule = await callStripe(() =>
      this.stripe.subscriptionSchedules.retrieve(scheduleId, { expand }),
    );
    const current = schedule.current_phase?.start_date ?? 0;
    const next = schedule.phases.find(({ start_date }) => start_date > current);
    if (!next) return undefined;
    const price = next.items[0]?.price as Stripe.Price | undefined;
    return {
      planPrice: findPlanPrice(price),
      amountCents: price?.unit_amount ?? null,
      at: fromUnixSeconds(next.start_date),
    };
  }

  override async releaseSchedule(subscriptionId: string): Promise<void> {
    const id = getId((await this.find(subscriptionId)).schedule);
    if (!id) return;
    await setInStripe(
      () => this.stripe.subscriptionSchedules.release(id),
      async () => {
        const { status } = await callStripe(() => this.stripe.subscriptionSchedules.retrieve(id));
        return status !== 'active' && status !== 'not_started';
      },
    );
  }

  override async setCancelAtPeriodEnd(subscriptionId: string, cancel: boolean): Promise<void> {
    const isSet = async (): Promise<boolean> => {
      const subscription = await this.find(subscriptionId);
      if (subscription.ended_at !== null) return cancel;
      return subscription.cancel_at_period_end === cancel && (cancel || subscription.cancel_at === null);
    };
    if (await isSet()) return;
    const change = cancel ? { cancel_at_period_end: true } : { cancel_at_period_end: false };
    await setInStripe(() => this.stripe.subscriptions.update(subscriptionId, change), isSet);
  }

  private find(id: string): Promise<Stripe.Subscription> {
    return callStripe(() => this.stripe.subscriptions.retrieve(id));
  }
}

function getItem({ items }: Stripe.Subscription): Stripe.SubscriptionItem {
  return items.data[0]!;
}
