import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';
import type { StoredStatus, Subscription } from '../domain/subscription.js';

const COLUMNS = `id, user_id as "userId", checkout_id as "checkoutId", plan, billing_interval as "interval",
  amount_cents as "amountCents", status, current_period_start as "currentPeriodStart",
  current_period_end as "currentPeriodEnd", cancel_at_period_end as "cancelAtPeriodEnd",
  provider_subscription_id as "providerSubscriptionId", recurring_setup_at as "recurringSetupAt", ended_at as "endedAt",
  created_at as "createdAt"`;

/** The subscription that decides a user's entitlement: the one that gives access, or else the latest. */
export type EntitlingSubscription = Pick<Subscription, 'plan' | 'interval' | 'status' | 'currentPeriodEnd'>;

/** A subscription that is not set up at the provider yet, so its next period would not be charged. */
export interface FailingSetup {
  subscriptionId: string;
  checkoutId: string;
  userId: string;
  amountCents: number;
  failures: number;
  reason: string;
  since: Date;
}

const FAILING_SETUPS = `select s.id as "subscriptionId", s.checkout_id as "checkoutId", s.user_id as "userId",
    s.amount_cents as "amountCents",
    s.recurring_setup_failures as failures, s.recurring_setup_error as reason, s.recurring_setup_failed_at as since
  from subscriptions s
  where s.recurring_setup_at is null and s.recurring_setup_failed_at is not null and s.status in ('active', 'past_due')`;

@Injectable()
export class SubscriptionsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async add(
    subscription: Omit<Subscription, 'createdAt' | 'recurringSetupAt' | 'endedAt' | 'cancelAtPeriodEnd'>,
  ): Promise<void> {
    await this.database.query({
      text: `insert into subscriptions (id, user_id, checkout_id, plan, billing_interval, amount_cents, status,
               current_period_start, current_period_end, provider_subscription_id, created_at, updated_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
      values: [
        subscription.id,
        subscription.userId,
        subscription.checkoutId,
        subscription.plan,
        subscription.interval,
        subscription.amountCents,
        subscription.status,
        subscription.currentPeriodStart,
        subscription.currentPeriodEnd,
        subscription.providerSubscriptionId,
        this.clock.now(),
      ],
    });
  }

  findById(id: string): Promise<Subscription | undefined> {
    return this.one('where id = $1', [id]);
  }

  /** Requires a transaction: locks the subscription until it ends. */
  lock(id: string): Promise<Subscription | undefined> {
    return this.one('where id = $1 for update', [id]);
  }

  findLiveOf(userId: string): Promise<Subscription | undefined> {
    return this.one(`where user_id = $1 and status in ('active', 'past_due')`, [userId], 'subscription-live');
  }

  findByProviderId(providerSubscriptionId: string): Promise<Subscription | undefined> {
    return this.one('where provider_subscription_id = $1', [providerSubscriptionId]);
  }

  findByCheckout(checkoutId: string): Promise<Subscription | undefined> {
    return this.one('where checkout_id = $1', [checkoutId]);
  }

  /** Runs on every subscription check. */
  async findEntitlement(userId: string): Promise<EntitlingSubscription | undefined> {
    const [row] = await this.database.query<EntitlingSubscription>({
      name: 'user-entitlement',
      text: `select plan, billing_interval as "interval", status, current_period_end as "currentPeriodEnd"
             from subscriptions where user_id = $1
             order by (status in ('active', 'past_due')) desc, created_at desc limit 1`,
      values: [userId],
    });
    return row;
  }

  async markRecurringSetup(
    id: string,
    {
      providerSubscriptionId,
      currentPeriodStart,
      currentPeriodEnd,
    }: {
      providerSubscriptionId: string;
      currentPeriodStart: Date;
      currentPeriodEnd: Date;
    },
  ): Promise<void> {
    await this.database.query({
      text: `update subscriptions set provider_subscription_id = $2, current_period_start = $3, current_period_end = $4,
               recurring_setup_at = coalesce(recurring_setup_at, $5), updated_at = $5 where id = $1`,
      values: [id, providerSubscriptionId, currentPeriodStart, currentPeriodEnd, this.clock.now()],
    });
  }

  /** Returns the number of failures. */
  async countSetupFailure(id: string, reason: string): Promise<number> {
    const [row] = await this.database.query<{ failures: number }>({
      text: `update subscriptions set recurring_setup_failures = recurring_setup_failures + 1, recurring_setup_error = $2,
               recurring_setup_failed_at = coalesce(recurring_setup_failed_at, $3) where id = $1
             returning recurring_setup_failures as failures`,
      values: [id, reason, this.clock.now()],
    });
    return row?.failures ?? 0;
  }

  /** Setups that failed this often, longest waiting first. */
  listFailingSetups(minFailures: number, limit: number): Promise<FailingSetup[]> {
    return this.database.query<FailingSetup>({
      text: `${FAILING_SETUPS} and s.recurring_setup_failures >= $1 order by s.recurring_setup_failed_at limit $2`,
      values: [minFailures, limit],
    });
  }

  async findFailingSetup(id: string): Promise<FailingSetup | undefined> {
    const [row] = await this.database.query<FailingSetup>({
      text: `${FAILING_SETUPS} and s.id = $1`,
      values: [id],
    });
    return row;
  }

  async countFailingSetups(minFailures: number): Promise<number> {
    const [row] = await this.database.query<{ count: number }>({
      text: `select count(*)::int as count from (${FAILING_SETUPS} and s.recurring_setup_failures >= $1) failing`,
      values: [minFailures],
    });
    return row!.count;
  }

  async updateState(
    id: string,
    state: {
      status: StoredStatus;
      plan: string;
      interval: string;
      amountCents: number;
      currentPeriodStart: Date;
      currentPeriodEnd: Date;
      cancelAtPeriodEnd: boolean;
      endedAt: Date | null;
    },
  ): Promise<void> {
    await this.database.query({
      text: `update subscriptions set status = $2, plan = $3, billing_interval = $4, amount_cents = $5, current_period_start = $6,
               current_period_end = $7, cancel_at_period_end = $8, ended_at = $9, updated_at = $10 where id = $1`,
      values: [
        id,
        state.status,
        state.plan,
        state.interval,
        state.amountCents,
        state.currentPeriodStart,
        state.currentPeriodEnd,
        state.cancelAtPeriodEnd,
        state.endedAt,
        this.clock.now(),
      ],
    });
  }

  async end(id: string, status: 'canceled' | 'refunded'): Promise<void> {
    await this.database.query({
      text: `update subscriptions set status = $2, ended_at = coalesce(ended_at, $3), updated_at = $3 where id = $1`,
      values: [id, status, this.clock.now()],
    });
  }

  /** Ends all of a user's subscriptions that give access. */
  async endAllOf(userId: string): Promise<void> {
    await this.database.query({
      text: `update subscriptions set status = 'canceled', ended_at = coalesce(ended_at, $2), updated_at = $2
             where user_id = $1 and status in ('active', 'past_due')`,
      values: [userId, this.clock.now()],
    });
  }

  /** The users among these who have ever had a subscription. */
  async subscribersAmong(userIds: readonly string[]): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>({
      text: 'select distinct user_id as id from subscriptions where user_id = any ($1::uuid[])',
      values: [userIds],
    });
    return rows.map(({ id }) => id);
  }

  /** The provider's IDs of a user's subscriptions, including ended ones. */
  async providerIdsOf(userId: string): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>({
      text: `select provider_subscription_id as id from subscriptions
             where user_id = $1 and provider_subscription_id is not null`,
      values: [userId],
    });
    return rows.map(({ id }) => id);
  }

  private async one(where: string, values: unknown[], name?: string): Promise<Subscription | undefined> {
    return (
      await this.database.query<Subscription>({
        name,
        text: `select ${COLUMNS} from subscriptions ${where}`,
        values,
      })
    )[0];
  }
}
