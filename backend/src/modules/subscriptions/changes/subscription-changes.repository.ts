import type { RequiredEntityData } from '@mikro-orm/postgresql';
import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import type { SubscriptionEntity } from '../subscription.entity.js';
import { INDEPENDENT_KINDS, type ChangeKind, type ChangeStatus } from '../domain/change-rules.js';
import { SubscriptionChangeEntity } from './subscription-change.entity.js';
import { SubscriptionQuoteEntity } from './subscription-quote.entity.js';

const OPEN = { status: { $in: ['due', 'waiting'] as ChangeStatus[] } };
const REPLACEABLE = { kind: { $nin: [...INDEPENDENT_KINDS] as ChangeKind[] } };

/** What a customer or staff requested. */
export interface RequestedChange extends Partial<
  Pick<
    SubscriptionChangeEntity,
    | 'quoteId'
    | 'plan'
    | 'interval'
    | 'paymentIntentId'
    | 'amountCents'
    | 'refundId'
    | 'endSubscription'
    | 'reason'
    | 'actorId'
    | 'submissionId'
  >
> {
  kind: ChangeKind;
}

type NewChange = RequestedChange & Pick<SubscriptionChangeEntity, 'subscriptionId' | 'userId' | 'periodEnd'>;

/** Requested changes and quotes. Methods that take an entity require the transaction that has locked its subscription. */
@Injectable()
export class SubscriptionChangesRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async add(change: NewChange): Promise<SubscriptionChangeEntity> {
    const { em } = this.database;
    const added = em.create(SubscriptionChangeEntity, {
      quoteId: null,
      plan: null,
      interval: null,
      paymentIntentId: null,
      amountCents: null,
      refundId: null,
      reason: null,
      comment: null,
      actorId: null,
      submissionId: null,
      lastError: null,
      failureReason: null,
      finishedAt: null,
      ...change,
      id: uuid(),
      status: 'due',
      createdAt: this.clock.now(),
    });
    await em.persist(added).flush();
    return added;
  }

  find(id: string): Promise<SubscriptionChangeEntity | null> {
    return this.database.em.findOne(SubscriptionChangeEntity, id);
  }

  lock(id: string): Promise<SubscriptionChangeEntity | null> {
    return this.database.em.findOne(SubscriptionChangeEntity, id, {
      lockMode: LockMode.PESSIMISTIC_WRITE,
      refresh: true,
    });
  }

  findByQuote(quoteId: string): Promise<SubscriptionChangeEntity | null> {
    return this.database.em.findOne(SubscriptionChangeEntity, { quoteId });
  }

  /** The latest change among those that replace each other. */
  findLatest(subscriptionId: string): Promise<SubscriptionChangeEntity | null> {
    return this.database.em.findOne(
      SubscriptionChangeEntity,
      { subscriptionId, ...REPLACEABLE },
      { orderBy: { createdAt: 'desc', id: 'desc' } },
    );
  }

  /** The open change among those that replace each other. */
  findOpen(subscriptionId: string): Promise<SubscriptionChangeEntity | null> {
    return this.database.em.findOne(
      SubscriptionChangeEntity,
      { subscriptionId, ...OPEN, ...REPLACEABLE },
      { orderBy: { createdAt: 'desc', id: 'desc' } },
    );
  }

  /** The upgrade that charges this prorated price change, if it was replaced or recorded as failed. */
  async findUnfinishedUpgrade({
    proratedAt,
    ...terms
  }: Pick<SubscriptionChangeEntity, 'subscriptionId' | 'plan' | 'interval'> & {
    proratedAt: Date;
  }): Promise<SubscriptionChangeEntity | null> {
    const { em } = this.database;
    const upgrades = await em.find(SubscriptionChangeEntity, {
      ...terms,
      kind: 'upgrade',
      status: { $in: ['superseded', 'failed'] },
    });
    const ids = upgrades.flatMap(({ quoteId }) => quoteId ?? []);
    const quote = await em.findOne(SubscriptionQuoteEntity, { id: { $in: ids }, proratedAt });
    return upgrades.find(({ quoteId }) => quote && quoteId === quote.id) ?? null;
  }

  /** The latest cancellation at the end of the period. */
  findCancellation(subscriptionId: string): Promise<SubscriptionChangeEntity | null> {
    return this.database.em.findOne(
      SubscriptionChangeEntity,
      { subscriptionId, kind: 'cancel' },
      { orderBy: { createdAt: 'desc', id: 'desc' } },
    );
  }

  /** The decisions to continue these subscriptions after a cancellation, oldest first. */
  listResumes(subscriptionIds: readonly string[]): Promise<SubscriptionChangeEntity[]> {
    return this.database.em.find(
      SubscriptionChangeEntity,
      { subscriptionId: { $in: [...subscriptionIds] }, kind: 'resume', status: { $ne: 'failed' } },
      { orderBy: { createdAt: 'asc', id: 'asc' } },
    );
  }

  /** The cancellation in the current period that dropped a scheduled plan change, unless the plan was resumed since. */
  async findDroppedChange({
    id: subscriptionId,
    currentPeriodEnd: periodEnd,
  }: SubscriptionEntity): Promise<SubscriptionChangeEntity | null> {
    // Canceling again drops nothing.
    const latest = await this.database.em.findOne(
      SubscriptionChangeEntity,
      { subscriptionId, periodEnd, ...REPLACEABLE, $not: { kind: 'cancel', plan: null } },
      { orderBy: { createdAt: 'desc', id: 'desc' } },
    );
    return latest?.kind === 'cancel' ? latest : null;
  }

  /** The latest decision that ended it immediately. */
  findEnding(subscriptionId: string): Promise<SubscriptionChangeEntity | null> {
    return this.database.em.findOne(
      SubscriptionChangeEntity,
      {
        subscriptionId,
        status: 'applied',
        $or: [{ kind: 'end' }, { kind: 'refund', endSubscription: true }],
      },
      { orderBy: { createdAt: 'desc', id: 'desc' } },
    );
  }

  /** The decision that is in effect, if there is one to end the subscription in this way. */
  async findDecisionToEnd(
    subscriptionId: string,
    kind: 'cancel' | 'end' | 'refund',
  ): Promise<SubscriptionChangeEntity | null> {
    if (kind === 'cancel') {
      const latest = await this.findLatest(subscriptionId);
      return latest?.kind === kind ? latest : null;
    }
    return this.database.em.findOne(
      SubscriptionChangeEntity,
      { subscriptionId, kind, endSubscription: kind === 'refund', status: { $ne: 'failed' } },
      { orderBy: { createdAt: 'desc', id: 'desc' } },
    );
  }

  /** The latest of the payment's refunds that end the subscription. */
  findEndingRefund(paymentIntentId: string): Promise<SubscriptionChangeEntity | null> {
    return this.database.em.findOne(
      SubscriptionChangeEntity,
      { paymentIntentId, kind: 'refund', endSubscription: true },
      { orderBy: { createdAt: 'desc', id: 'desc' } },
    );
  }

  /** By the provider's ID. */
  findByRefund(refundId: string): Promise<SubscriptionChangeEntity | null> {
    return this.database.em.findOne(SubscriptionChangeEntity, { refundId });
  }

  countEndingRefunds(subscriptionId: string): Promise<number> {
    return this.database.em.count(SubscriptionChangeEntity, {
      subscriptionId,
      kind: 'refund',
      endSubscription: true,
      status: { $ne: 'failed' },
    });
  }

  /** Open changes are replaced by a new one. */
  async supersede(subscriptionId: string): Promise<void> {
    await this.database.em.nativeUpdate(
      SubscriptionChangeEntity,
      { subscriptionId, ...OPEN, ...REPLACEABLE },
      { status: 'superseded', finishedAt: this.clock.now() },
    );
  }

  finish(change: SubscriptionChangeEntity, status: 'applied' | 'failed', reason: string | null = null): void {
    change.status = status;
    change.finishedAt = this.clock.now();
    change.failureReason = reason;
    if (status === 'applied') change.lastError = null;
  }

  /** Has a finished change applied once more. */
  reopen(change: SubscriptionChangeEntity): void {
    Object.assign(change, { status: 'due', finishedAt: null, failureReason: null });
  }

  /** Records the provider's refund at once, in case what follows it fails. Null if it has failed. */
  async recordRefund(id: string, refundId: string | null): Promise<void> {
    await this.database.em.nativeUpdate(SubscriptionChangeEntity, { id }, { refundId });
  }

  async addQuote(
    quote: Omit<RequiredEntityData<SubscriptionQuoteEntity>, 'id' | 'createdAt'>,
  ): Promise<SubscriptionQuoteEntity> {
    const { em } = this.database;
    const added = em.create(SubscriptionQuoteEntity, { ...quote, id: uuid(), createdAt: this.clock.now() });
    await em.persist(added).flush();
    return added;
  }

  findQuote(id: string, userId: string): Promise<SubscriptionQuoteEntity | null> {
    return this.database.em.findOne(SubscriptionQuoteEntity, { id, userId });
  }
}
