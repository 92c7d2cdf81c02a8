import type { InvoiceItem, InvoiceList } from '@subscription-site/shared/contracts';
import { Injectable } from '@nestjs/common';
import { ValidationError } from '../../../platform/domain-error.js';
import { InvoicesRepository, type Invoice } from '../../billing/index.js';
import { SubscriptionChangesRepository } from '../changes/subscription-changes.repository.js';
import { isOverdue } from '../subscription.js';
import type { SubscriptionEntity } from '../subscription.entity.js';
import { SubscriptionsRepository } from '../subscriptions.repository.js';

const PAGE_SIZE = 25;

/** A customer's invoices. */
@Injectable()
export class ListInvoices {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly changes: SubscriptionChangesRepository,
  ) {}

  /** Newest first. The cursor is the id of the last invoice of the page before. Throws `validation_failed` if it is unknown. */
  async list(userId: string, cursor?: string): Promise<InvoiceList> {
    const subscriptions = await this.subscriptions.listByUser(userId);
    const byProviderId = new Map(
      subscriptions.flatMap((each) =>
        each.providerSubscriptionId && each.recurringSetupAt
          ? [[each.providerSubscriptionId, each] as const]
          : [],
      ),
    );
    const subscriptionIds = [...byProviderId.keys()];
    const last =
      cursor === undefined ? undefined : await this.invoices.findInSubscriptions(subscriptionIds, cursor);
    if (last === null || last?.status === 'draft')
      throw new ValidationError([{ field: 'cursor', message: 'Use the nextCursor of the previous page.' }]);
    const found = await this.invoices.listBySubscriptions(subscriptionIds, PAGE_SIZE + 1, last);
    const page = found.slice(0, PAGE_SIZE);
    const nextCursor = found.length > PAGE_SIZE ? page.at(-1)!.providerInvoiceId : null;
    const items: InvoiceItem[] = [];
    for (const invoice of page) {
      const subscription = byProviderId.get(invoice.providerSubscriptionId)!;
      items.push(toItem(invoice, await this.findPurpose(invoice, subscription)));
    }
    return { items, nextCursor };
  }

  private async findPurpose(
    { status, billingReason }: Invoice,
    subscription: SubscriptionEntity,
  ): Promise<Pick<InvoiceItem, 'payable' | 'planChange'>> {
    const payable = status === 'open' && isOverdue(subscription.status);
    if (payable || status !== 'open' || billingReason !== 'subscription_update')
      return { payable, planChange: null };
    const change = await this.changes.findOpen(subscription.id);
    const { plan, interval } = change ?? {};
    const isUpgrade = change?.kind === 'upgrade' && plan && interval;
    return { payable, planChange: isUpgrade ? { plan, interval } : null };
  }
}

function toItem(invoice: Invoice, purpose: Pick<InvoiceItem, 'payable' | 'planChange'>): InvoiceItem {
  return {
    id: invoice.providerInvoiceId,
    number: invoice.number ?? null,
    status: invoice.status,
    amountDueCents: invoice.amountDueCents,
    amountPaidCents: invoice.amountPaidCents,
    refundedCents: invoice.refundedCents,
    disputeStatus: invoice.disputeStatus ?? null,
    currency: invoice.currency,
    issuedAt: invoice.issuedAt.toISOString(),
    paidAt: invoice.paidAt?.toISOString() ?? null,
    periodStart: invoice.periodStart?.toISOString() ?? null,
    periodEnd: invoice.periodEnd?.toISOString() ?? null,
    creditNotes: invoice.creditNotes,
    ...purpose,
  };
}
