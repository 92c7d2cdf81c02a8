import type { SubscriptionStatus } from '@subscription-site/shared/contracts';
import type { BillingInterval, SubscriptionTier } from '@subscription-site/shared/plans';
import { TRIAL_DAYS } from '@subscription-site/shared/trial';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { Users } from '../auth/index.js';
import { ConfirmAccess } from './confirm-access.js';
import { decideAccess } from './subscription.js';
import { SubscriptionsRepository, type EntitlingSubscription } from './subscriptions.repository.js';

/** What a user is entitled to now. All null: never confirmed and never subscribed. */
export interface Entitlement {
  tier: SubscriptionTier | null;
  status: SubscriptionStatus | null;
  interval: BillingInterval | null;
  currentPeriodEnd: Date | null;
  trialEnd: Date | null;
}

const DAY_MS = 86_400_000;

@Injectable()
export class Entitlements {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly users: Users,
    private readonly confirmAccess: ConfirmAccess,
    private readonly clock: Clock,
  ) {}

  /** For any user. */
  async getByUser(userId: string): Promise<Entitlement> {
    const user = await this.users.findById(userId);
    return this.getByCaller({ userId, emailConfirmedAt: user?.emailConfirmedAt ?? null });
  }

  /** For a caller whose confirmation is already known: a single prepared statement, unless access has to be confirmed. */
  async getByCaller({
    userId,
    emailConfirmedAt,
  }: {
    userId: string;
    emailConfirmedAt: Date | null;
  }): Promise<Entitlement> {
    const { subscription, hasAccess } = await this.resolve(userId);
    const trialEnd = emailConfirmedAt ? new Date(emailConfirmedAt.getTime() + TRIAL_DAYS * DAY_MS) : null;
    if (subscription && hasAccess) {
      const { plan, status, interval, currentPeriodEnd } = subscription;
      return { tier: plan, status, interval, currentPeriodEnd, trialEnd };
    }
    if (subscription)
      return { tier: 'free', status: subscription.status, interval: null, currentPeriodEnd: null, trialEnd };
    if (!trialEnd)
      return { tier: null, status: null, interval: null, currentPeriodEnd: null, trialEnd: null };
    const status = this.clock.now() < trialEnd ? 'trialing' : 'trial_ended';
    return { tier: 'free', status, interval: null, currentPeriodEnd: null, trialEnd };
  }

  /** The subscription that decides, and whether it gives access. Confirmed with the provider if necessary. */
  private async resolve(
    userId: string,
  ): Promise<{ subscription: EntitlingSubscription | undefined; hasAccess: boolean }> {
    const subscription = await this.subscriptions.findEntitlement(userId);
    const access = subscription ? decideAccess(subscription, this.clock.now()) : 'denied';
    if (!subscription || access !== 'unconfirmed') return { subscription, hasAccess: access === 'granted' };
    const hasAccess = await this.confirmAccess.confirm(subscription.id);
    return { subscription: await this.subscriptions.findEntitlement(userId), hasAccess };
  }
}
