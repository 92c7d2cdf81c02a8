import { raw, LockMode, type FilterQuery, type RequiredEntityData } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { Batch, inOrder } from '../../platform/database/batch.js';
import { Database } from '../../platform/database/database.js';
import { isEnded, computeNextCheckAt, STATUSES_WITH_ACCESS, type PendingChange } from './subscription.js';
import { SubscriptionHistoryEntity } from './subscription-history.entity.js';
import { SubscriptionEntity } from './subscription.entity.js';
import { accountSubscriptions, entitlements, type AccountLookup } from './subscriptions.queries.js';

/** The subscription that decides a user's entitlement: the one that gives access, or else the latest. */
export type EntitlingSubscription = Pick<
  SubscriptionEntity,
  'id' | 'plan' | 'interval' | 'status' | 'currentPeriodEnd' | 'graceUntil'
>;

/** What the account page shows, in one row. */
export interface AccountSubscription
  extends
    PendingChange,
    Pick<
      SubscriptionEntity,
      | 'id'
      | 'plan'
      | 'interval'
      | 'status'
      | 'disputed'
      | 'amountCents'
      | 'currency'
      | 'currentPeriodStart'
      | 'currentPeriodEnd'
      | 'createdAt'
    > {
  /** Null too if it was set to end with a period that is unpaid: only canceling again ends it. */
  cancelAt: Date | null;
  endedAt: Date | null;
  endedByDispute: boolean;
  graceUntil: Date | null;
  invoiceId: string | null;
  amountDueCents: number | null;
  failureCode: string | null;
  nextAttemptAt: Date | null;
  cardId: string | null;
  brand: string | null;
  last4: string | null;
  expMonth: number | null;
  expYear: number | null;
  /** By this account, or by its email address or card before the purchase. */
  guaranteeUsed: boolean;
  /** When the account will be deleted. */
  deletionAt: Date | null;
}

/** A subscription that is not set up at the provider yet, so its next period would not be charged. */
export interface FailingSetup extends Pick<
  SubscriptionEntity,
  'checkoutId' | 'userId' | 'amountCents' | 'currency'
> {
  subscriptionId: string;
  failures: number;
  reason: string;
  since: Date;
}

const CHECK_AGAIN_SECONDS = 3600;

const ACTIVE = { status: { $in: [...STATUSES_WITH_ACCESS] } } as const;
const FAILING = { ...ACTIVE, recurringSetupAt: null, recurringSetupFailedAt: { $ne: null } } as const;

/** Methods that take an entity require the transaction that has locked it. */
@Injectable()
export class SubscriptionsRepository {
  private readonly accounts = new Batch((lookups: AccountLookup[]) => this.findAccounts(lookups));
  private readonly entitlements = new Batch((userIds: string[]) => this.findEntitlements(userIds));

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Requires a transaction. */
  async add(
    subscription: Omit<RequiredEntityData<SubscriptionEntity>, 'createdAt' | 'updatedAt'>,
  ): Promise<SubscriptionEntity> {
    const { em } = this.database;
    const now = this.clock.now();
    const added = em.create(SubscriptionEntity, { ...subscription, createdAt: now, updatedAt: now });
    await em.persist(added).flush();
    return added;
  }

  findById(id: string): Promise<SubscriptionEntity | null> {
    return this.database.em.findOne(SubscriptionEntity, id);
  }

  /** Requires a transaction: locks the subscription until it ends. */
  lock(id: string): Promise<SubscriptionEntity | null> {
    return this.database.em.findOne(SubscriptionEntity, id, {
      lockMode: LockMode.PESSIMISTIC_WRITE,
      refresh: true,
    });
  }

  findActiveByUser(userId: string): Promise<SubscriptionEntity | null> {
    return this.database.em.findOne(SubscriptionEntity, { userId, ...ACTIVE });
  }

  /** Newest first. */
  listByUser(userId: string): Promise<SubscriptionEntity[]> {
    return this.database.em.find(SubscriptionEntity, { userId }, { orderBy: { createdAt: 'desc' } });
  }

  /** The user's latest subscription, ended or not. */
  findLatestByUser(userId: string): Promise<SubscriptionEntity | null> {
    return this.database.em.findOne(SubscriptionEntity, { userId }, { orderBy: { createdAt: 'desc' } });
  }

  /** The user's subscription that has not ended; the one that can give access, if there are several. */
  async findCurrentByUser(userId: string): Promise<SubscriptionEntity | null> {
    const active = await this.findActiveByUser(userId);
    if (active) return active;
    const latest = await this.findLatestByUser(userId);
    return latest && !isEnded(latest.status) ? latest : null;
  }

  findByProviderId(providerSubscriptionId: string): Promise<SubscriptionEntity | null> {
    return this.database.em.findOne(SubscriptionEntity, { providerSubscriptionId });
  }

  /** The subscription whose first period this intent paid. */
  findByFirstPayment(paymentIntentId: string): Promise<SubscriptionEntity | null> {
    return this.database.em.findOne(SubscriptionEntity, { paymentIntentId });
  }

  findByCheckout(checkoutId: string): Promise<SubscriptionEntity | null> {
    return this.database.em.findOne(SubscriptionEntity, { checkoutId });
  }

  /** Concurrent lookups outside transactions are batched into one statement. */
  async findAccount(lookup: AccountLookup): Promise<AccountSubscription | undefined> {
    if (!this.database.inTransaction) return this.accounts.load(lookup);
    const [found] = await this.findAccounts([lookup]);
    return found;
  }

  /** Concurrent lookups outside transactions are batched into one statement. */
  async findEntitlement(userId: string): Promise<EntitlingSubscription | undefined> {
    if (!this.database.inTransaction) return this.entitlements.load(userId);
    const [found] = await this.findEntitlements([userId]);
    return found;
  }

  markRecurringSetup(
    subscription: SubscriptionEntity,
    setup: Pick<
      SubscriptionEntity,
      'providerSubscriptionId' | 'providerPriceId' | 'currentPeriodStart' | 'currentPeriodEnd'
    >,
  ): void {
    const now = this.clock.now();
    Object.assign(subscription, setup, { updatedAt: now, graceUntil: null });
    subscription.nextCheckAt = computeNextCheckAt(subscription, now);
    subscription.recurringSetupAt ??= now;
  }

  /** Returns the number of failures. Requires a transaction. */
  async countSetupFailure(id: string, reason: string): Promise<number> {
    const subscription = await this.lock(id);
    if (!subscription) return 0;
    subscription.recurringSetupFailures += 1;
    subscription.recurringSetupError = reason;
    subscription.recurringSetupFailedAt ??= this.clock.now();
    return subscription.recurringSetupFailures;
  }

  /** Setups that failed this often, longest waiting first. */
  async listFailingSetups(minFailures: number, limit: number): Promise<FailingSetup[]> {
    const subscriptions = await this.database.em.find(SubscriptionEntity, failing(minFailures), {
      orderBy: { recurringSetupFailedAt: 'asc' },
      limit,
    });
    return subscriptions.map(toFailingSetup);
  }

  async findFailingSetup(id: string): Promise<FailingSetup | null> {
    const subscription = await this.database.em.findOne(SubscriptionEntity, { id, ...FAILING });
    return subscription && toFailingSetup(subscription);
  }

  countFailingSetups(minFailures: number): Promise<number> {
    return this.database.em.count(SubscriptionEntity, failing(minFailures));
  }

  updateState(
    subscription: SubscriptionEntity,
    state: Pick<
      SubscriptionEntity,
      | 'plan'
      | 'interval'
      | 'providerPriceId'
      | 'amountCents'
      | 'currency'
      | 'currentPeriodStart'
      | 'currentPeriodEnd'
      | 'graceUntil'
      | 'providerReadAt'
      | 'nextCheckAt'
    > &
      Partial<SubscriptionEntity>,
  ): void {
    Object.assign(subscription, state, { updatedAt: this.clock.now() });
  }

  /** A user's subscriptions that can give access. Requires a transaction: locks them until it ends. */
  lockActiveByUser(userId: string): Promise<SubscriptionEntity[]> {
    return this.database.em.find(
      SubscriptionEntity,
      { userId, ...ACTIVE },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
  }

  findByIds(ids: readonly string[]): Promise<SubscriptionEntity[]> {
    return this.database.em.find(SubscriptionEntity, { id: { $in: [...ids] } });
  }

  /** By the provider's id. */
  async findByProviderIds(ids: readonly string[]): Promise<Map<string, SubscriptionEntity>> {
    const found = await this.database.em.find(SubscriptionEntity, {
      providerSubscriptionId: { $in: [...ids] },
    });
    return new Map(found.map((subscription) => [subscription.providerSubscriptionId!, subscription]));
  }

  /** Claims subscriptions whose check is due, longest due first. Each is due again after an hour, unless its check succeeds. */
  claimForCheck(limit: number): Promise<SubscriptionEntity[]> {
    return this.database.transaction(async () => {
      const due = await this.database.em.find(
        SubscriptionEntity,
        { nextCheckAt: { $lte: this.clock.now() } },
        { orderBy: { nextCheckAt: 'asc' }, limit, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
      );
      for (const subscription of due) this.postponeCheck(subscription);
      return due;
    });
  }

  /** Those that renew before then and have not been reminded of it. Requires a transaction; skips those that others have locked. */
  lockRenewingBefore(
    until: Date,
    marker: 'renewalRemindedFor' | 'cardRemindedFor',
    limit: number,
  ): Promise<SubscriptionEntity[]> {
    return this.database.em.find(
      SubscriptionEntity,
      {
        status: 'active',
        cancelAt: null,
        currentPeriodEnd: { $gt: this.clock.now(), $lte: until },
        $or: [{ [marker]: null }, { [marker]: { $lt: raw('current_period_end') } }],
      },
      { orderBy: { currentPeriodEnd: 'asc' }, limit, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
    );
  }

  postponeCheck(subscription: SubscriptionEntity): void {
    subscription.nextCheckAt = this.clock.in(CHECK_AGAIN_SECONDS);
  }

  /** All that have not ended, in pages. */
  async *paginateUnended(size: number): AsyncIterable<SubscriptionEntity[]> {
    let after: string | undefined;
    for (;;) {
      const page = await this.database.em.find(
        SubscriptionEntity,
        { status: { $nin: ['canceled', 'refunded'] }, ...(after && { id: { $gt: after } }) },
        { orderBy: { id: 'asc' }, limit: size },
      );
      if (page.length > 0) yield page;
      if (page.length < size) return;
      after = page.at(-1)!.id;
    }
  }

  /** Those that can give access and are set up at the provider. */
  listActiveAtProvider(): Promise<SubscriptionEntity[]> {
    return this.database.em.find(SubscriptionEntity, { ...ACTIVE, providerSubscriptionId: { $ne: null } });
  }

  /** Whether the provider ended or paused it because a payment was overdue for too long. */
  isStoppedByDunning(subscriptionId: string): Promise<boolean> {
    return this.hasHistory(subscriptionId, ['payment_failed', 'provider_paused']);
  }

  /** Whether it ended because a dispute was lost. */
  isEndedByDispute(subscriptionId: string): Promise<boolean> {
    return this.hasHistory(subscriptionId, ['dispute_lost']);
  }

  private async hasHistory(subscriptionId: string, reasons: readonly string[]): Promise<boolean> {
    const reason = { $in: [...reasons] };
    return (await this.database.em.count(SubscriptionHistoryEntity, { subscriptionId, reason })) > 0;
  }

  /** The users among these who have ever had a subscription. */
  async subscribersAmong(userIds: readonly string[]): Promise<string[]> {
    const found = await this.database.em.find(
      SubscriptionEntity,
      { userId: { $in: [...userIds] } },
      { fields: ['userId'] },
    );
    return found.map(({ userId }) => userId);
  }

  /** The provider's IDs of a user's subscriptions, including ended ones. */
  async findProviderIdsByUser(userId: string): Promise<string[]> {
    const found = await this.database.em.find(
      SubscriptionEntity,
      { userId, providerSubscriptionId: { $ne: null } },
      { fields: ['providerSubscriptionId'] },
    );
    return found.map(({ providerSubscriptionId }) => providerSubscriptionId!);
  }

  private async findAccounts(lookups: AccountLookup[]): Promise<(AccountSubscription | undefined)[]> {
    return inOrder<AccountSubscription>(lookups, await this.database.query(accountSubscriptions(lookups)));
  }

  private async findEntitlements(userIds: string[]): Promise<(EntitlingSubscription | undefined)[]> {
    return inOrder<EntitlingSubscription>(userIds, await this.database.query(entitlements(userIds)));
  }
}

function failing(minFailures: number): FilterQuery<SubscriptionEntity> {
  return { ...FAILING, recurringSetupFailures: { $gte: minFailures } };
}

function toFailingSetup(subscription: SubscriptionEntity): FailingSetup {
  const { id, checkoutId, userId, amountCents, currency } = subscription;
  return {
    subscriptionId: id,
    checkoutId,
    userId,
    amountCents,
    currency,
    failures: subscription.recurringSetupFailures,
    reason: subscription.recurringSetupError!,
    since: subscription.recurringSetupFailedAt!,
  };
}
