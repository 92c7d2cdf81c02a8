import { LockMode, type FilterQuery, type RequiredEntityData } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { Database } from '../../platform/database/database.js';
import { STATUSES_WITH_ACCESS } from './subscription.js';
import { SubscriptionEntity } from './subscription.entity.js';
import { entitlementOf } from './subscriptions.queries.js';

/** The subscription that decides a user's entitlement: the one that gives access, or else the latest. */
export type EntitlingSubscription = Pick<
  SubscriptionEntity,
  'plan' | 'interval' | 'status' | 'currentPeriodEnd'
>;

/** A subscription that is not set up at the provider yet, so its next period would not be charged. */
export interface FailingSetup extends Pick<SubscriptionEntity, 'checkoutId' | 'userId' | 'amountCents'> {
  subscriptionId: string;
  failures: number;
  reason: string;
  since: Date;
}

const LIVE = { status: { $in: [...STATUSES_WITH_ACCESS] } } as const;
const FAILING = { ...LIVE, recurringSetupAt: null, recurringSetupFailedAt: { $ne: null } } as const;

/** Methods that take an entity require the transaction that has locked it. */
@Injectable()
export class SubscriptionsRepository {
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

  findLiveOf(userId: string): Promise<SubscriptionEntity | null> {
    return this.database.em.findOne(SubscriptionEntity, { userId, ...LIVE });
  }

  findByProviderId(providerSubscriptionId: string): Promise<SubscriptionEntity | null> {
    return this.database.em.findOne(SubscriptionEntity, { providerSubscriptionId });
  }

  findByCheckout(checkoutId: string): Promise<SubscriptionEntity | null> {
    return this.database.em.findOne(SubscriptionEntity, { checkoutId });
  }

  async findEntitlement(userId: string): Promise<EntitlingSubscription | undefined> {
    const [found] = await this.database.query<EntitlingSubscription>(entitlementOf(userId));
    return found;
  }

  markRecurringSetup(
    subscription: SubscriptionEntity,
    setup: Pick<SubscriptionEntity, 'providerSubscriptionId' | 'currentPeriodStart' | 'currentPeriodEnd'>,
  ): void {
    const now = this.clock.now();
    Object.assign(subscription, setup, { updatedAt: now });
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
      | 'status'
      | 'plan'
      | 'interval'
      | 'amountCents'
      | 'currentPeriodStart'
      | 'currentPeriodEnd'
      | 'cancelAtPeriodEnd'
      | 'endedAt'
    >,
  ): void {
    Object.assign(subscription, state, { updatedAt: this.clock.now() });
  }

  /** Requires a transaction. */
  async end(id: string, status: 'canceled' | 'refunded'): Promise<void> {
    const subscription = await this.lock(id);
    if (subscription) this.endLocked(subscription, status);
  }

  /** Ends all of a user's subscriptions that give access. Requires a transaction. */
  async endAllOf(userId: string): Promise<void> {
    const live = await this.database.em.find(
      SubscriptionEntity,
      { userId, ...LIVE },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    for (const subscription of live) this.endLocked(subscription, 'canceled');
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
  async providerIdsOf(userId: string): Promise<string[]> {
    const found = await this.database.em.find(
      SubscriptionEntity,
      { userId, providerSubscriptionId: { $ne: null } },
      { fields: ['providerSubscriptionId'] },
    );
    return found.map(({ providerSubscriptionId }) => providerSubscriptionId!);
  }

  private endLocked(subscription: SubscriptionEntity, status: 'canceled' | 'refunded'): void {
    subscription.status = status;
    subscription.updatedAt = this.clock.now();
    subscription.endedAt ??= subscription.updatedAt;
  }
}

function failing(minFailures: number): FilterQuery<SubscriptionEntity> {
  return { ...FAILING, recurringSetupFailures: { $gte: minFailures } };
}

function toFailingSetup(subscription: SubscriptionEntity): FailingSetup {
  const { id, checkoutId, userId, amountCents } = subscription;
  return {
    subscriptionId: id,
    checkoutId,
    userId,
    amountCents,
    failures: subscription.recurringSetupFailures,
    reason: subscription.recurringSetupError!,
    since: subscription.recurringSetupFailedAt!,
  };
}
