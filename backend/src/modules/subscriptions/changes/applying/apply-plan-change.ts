import { Injectable } from '@nestjs/common';
import { getPlanPrice } from '@subscription-site/shared/plans';
import {
  InvoicesPort,
  PaymentMethodsRepository,
  Prices,
  SubscriptionChangesPort,
  type PriceChange,
  type PriceChangeState,
  type ProviderSubscription,
} from '../../../billing/index.js';
import {
  isTargetPrice,
  PAYMENT_EXPIRED,
  PAYMENT_PROCESSING,
  QUOTE_CHANGED,
  UPGRADE_FAILED,
} from '../../domain/change-rules.js';
import type { SubscriptionChangeEntity } from '../subscription-change.entity.js';
import { SubscriptionChangesRepository } from '../subscription-changes.repository.js';
import type { SubscriptionQuoteEntity } from '../subscription-quote.entity.js';

interface FailedChange {
  status: 'failed';
  reason: string;
}

export type PlanChangeResult =
  | { status: 'applied' }
  | { status: 'waiting'; clientSecret: string | null }
  | FailedChange;

/** Changes the price of a subscription at the provider: now, once the difference is paid, or at the end of the period. */
@Injectable()
export class ApplyPlanChange {
  constructor(
    private readonly changes: SubscriptionChangesRepository,
    private readonly providerChanges: SubscriptionChangesPort,
    private readonly providerInvoices: InvoicesPort,
    private readonly prices: Prices,
    private readonly cards: PaymentMethodsRepository,
  ) {}

  async apply(change: SubscriptionChangeEntity, current: ProviderSubscription): Promise<PlanChangeResult> {
    if (change.kind === 'upgrade') return this.upgrade(change, current);
    await this.providerChanges.abandonPriceChange(current.id);
    if (change.kind === 'unschedule') await this.providerChanges.releaseSchedule(current.id);
    else await this.schedule(change, current);
    return { status: 'applied' };
  }

  private async schedule(
    change: SubscriptionChangeEntity,
    { id, planPrice, cancelAtPeriodEnd }: ProviderSubscription,
  ): Promise<void> {
    // It was canceled at the provider while the upgrade waited for its payment.
    if (change.reason === UPGRADE_FAILED && cancelAtPeriodEnd) return;
    await this.providerChanges.setCancelAtPeriodEnd(id, false);
    // It has taken effect already, if it is applied again in the next period.
    if (isTargetPrice(change, planPrice)) return;
    await this.providerChanges.schedulePrice(id, await this.getPriceId(change));
  }

  private async upgrade(
    change: SubscriptionChangeEntity,
    current: ProviderSubscription,
  ): Promise<PlanChangeResult> {
    const quote = change.quoteId ? await this.changes.findQuote(change.quoteId, change.userId) : null;
    if (!quote?.proratedAt) throw new Error(`Change ${change.id} has no quote.`);
    const { proratedAt } = quote;
    const terms = { subscriptionId: current.id, priceId: await this.getPriceId(change), proratedAt };
    const state =
      (await this.providerChanges.findPriceChange(terms)) ??
      (await this.charge(change, quote, terms, current));
    switch (state.status) {
      case 'applied':
        return { status: 'applied' };
      case 'requires_action':
        return { status: 'waiting', clientSecret: state.clientSecret };
      case 'voided':
        return { status: 'failed', reason: PAYMENT_EXPIRED };
      case 'failed':
        return state;
      case 'declined':
        // It may have been paid in the meantime.
        if ((await this.providerInvoices.void(state.invoiceId)) === 'paid') return { status: 'applied' };
        return { status: 'failed', reason: state.failureCode ?? 'declined' };
    }
  }

  /** Charges what was quoted, and nothing if the amount or the card would differ now. An earlier change that waits for its payment is abandoned first. */
  private async charge(
    change: SubscriptionChangeEntity,
    quote: SubscriptionQuoteEntity,
    terms: PriceChange,
    current: ProviderSubscription,
  ): Promise<PriceChangeState | FailedChange> {
    // It was charged before, and is never charged again.
    if (change.status === 'waiting') return { status: 'failed', reason: PAYMENT_EXPIRED };
    if (!(await this.providerChanges.abandonPriceChange(terms.subscriptionId, terms)))
      return { status: 'failed', reason: PAYMENT_PROCESSING };
    const { dueNowCents, currency } = await this.providerChanges.previewPrice(terms);
    const isOtherAmount = dueNowCents !== quote.dueNowCents || currency !== quote.currency;
    if (isOtherAmount || (await this.isOtherCard(quote, current))) {
      // The worker and a slow request may apply the same change at the same time.
      const charged = await this.providerChanges.findPriceChange(terms);
      return charged ?? { status: 'failed', reason: QUOTE_CHANGED };
    }
    await this.providerChanges.releaseSchedule(terms.subscriptionId);
    return this.providerChanges.changePrice({ ...terms, key: `change:${change.id}:price` });
  }

  /** The subscription may have no card of its own; then it is charged to the customer's. */
  private async isOtherCard(
    { userId, paymentMethod }: SubscriptionQuoteEntity,
    { paymentMethodId }: ProviderSubscription,
  ): Promise<boolean> {
    if (!paymentMethod) return false;
    const charged = paymentMethodId ?? (await this.cards.findDefaultByUser(userId))?.providerPaymentMethodId;
    return charged !== paymentMethod.id;
  }

  private getPriceId({ plan, interval }: SubscriptionChangeEntity): Promise<string> {
    return this.prices.getId(getPlanPrice(plan!, interval!));
  }
}
