import { raw } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import type { ProviderInvoice } from './invoices.port.js';
import { InvoiceEntity } from './invoice.entity.js';

@Injectable()
export class InvoicesRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Inserts or updates the copy of a subscription's invoice. Refunds and disputes are recorded by {@link markReversed}. */
  async put({
    id: providerInvoiceId,
    subscriptionId: providerSubscriptionId,
    requiresAction: _action,
    isProcessing: _processing,
    paymentMethodId: _method,
    lastChargeId: _charge,
    finalizationError: _error,
    ...invoice
  }: ProviderInvoice & { subscriptionId: string }): Promise<void> {
    await this.database.em.upsert(
      InvoiceEntity,
      { providerInvoiceId, providerSubscriptionId, ...invoice, seenAt: this.clock.now() },
      { onConflictExcludeFields: ['providerSubscriptionId', 'currency', 'issuedAt'] },
    );
  }

  /** Records what was refunded and disputed of a stored invoice. */
  async markReversed(
    providerInvoiceId: string,
    reversed: Pick<InvoiceEntity, 'refundedCents' | 'disputeStatus'>,
  ): Promise<void> {
    await this.database.em.nativeUpdate(InvoiceEntity, { providerInvoiceId }, reversed);
  }

  /** Counts an attempt of the customer to pay it. False if they have made as many as allowed. */
  async countCustomerAttempt(providerInvoiceId: string, max: number): Promise<boolean> {
    const counted = await this.database.em.nativeUpdate(
      InvoiceEntity,
      { providerInvoiceId, customerAttempts: { $lt: max } },
      { customerAttempts: raw('customer_attempts + 1') },
    );
    return counted > 0;
  }

  /** Whether a payment of this subscription is being disputed. Inquiries don't count. */
  async isDisputed(providerSubscriptionId: string): Promise<boolean> {
    const disputed = await this.database.em.count(InvoiceEntity, {
      providerSubscriptionId,
      disputeStatus: { $in: ['needs_response', 'under_review'] },
    });
    return disputed > 0;
  }

  /** Of these subscriptions, newest first, after this one. */
  listBySubscriptions(
    providerSubscriptionIds: string[],
    limit: number,
    after?: InvoiceEntity,
  ): Promise<InvoiceEntity[]> {
    const older = after && {
      $or: [
        { issuedAt: { $lt: after.issuedAt } },
        { issuedAt: after.issuedAt, providerInvoiceId: { $lt: after.providerInvoiceId } },
      ],
    };
    return this.database.em.find(
      InvoiceEntity,
      { providerSubscriptionId: { $in: providerSubscriptionIds }, status: { $ne: 'draft' }, ...older },
      { orderBy: { issuedAt: 'desc', providerInvoiceId: 'desc' }, limit },
    );
  }

  /** A draft too. Null if it belongs to none of these subscriptions. */
  findInSubscriptions(
    providerSubscriptionIds: string[],
    providerInvoiceId: string,
  ): Promise<InvoiceEntity | null> {
    const providerSubscriptionId = { $in: providerSubscriptionIds };
    return this.database.em.findOne(
      InvoiceEntity,
      { providerInvoiceId, providerSubscriptionId },
      { refresh: true },
    );
  }

  /** IDs, oldest first. */
  async findIssuedBefore(before: Date, limit: number): Promise<string[]> {
    const found = await this.database.em.find(
      InvoiceEntity,
      { issuedAt: { $lt: before } },
      { fields: ['providerInvoiceId'], orderBy: { issuedAt: 'asc' }, limit },
    );
    return found.map(({ providerInvoiceId }) => providerInvoiceId);
  }

  async delete(providerInvoiceIds: readonly string[]): Promise<void> {
    await this.database.em.nativeDelete(InvoiceEntity, {
      providerInvoiceId: { $in: [...providerInvoiceIds] },
    });
  }

  find(providerInvoiceId: string): Promise<InvoiceEntity | null> {
    return this.database.em.findOne(InvoiceEntity, providerInvoiceId, { refresh: true });
  }

  findByPayment(paymentIntentId: string): Promise<InvoiceEntity | null> {
    return this.database.em.findOne(InvoiceEntity, { paymentIntentId });
  }

  /** The payments among these that were refunded in full. */
  async findRefunded(paymentIntentIds: readonly string[]): Promise<Set<string>> {
    const found = await this.database.em.find(InvoiceEntity, {
      paymentIntentId: { $in: [...paymentIntentIds] },
      amountPaidCents: { $gt: 0 },
    });
    const refunded = found.filter(({ refundedCents, amountPaidCents }) => refundedCents >= amountPaidCents);
    return new Set(refunded.map(({ paymentIntentId }) => paymentIntentId!));
  }

  /** Requires a transaction: serializes changes of the invoice, stored or not, until it ends. */
  lockId(providerInvoiceId: string): Promise<void> {
    return this.database.lock(`invoice ${providerInvoiceId}`);
  }
}
