import type { SubscriptionStatus } from '@subscription-site/shared/contracts';
import { TRIAL_DAYS, type BillingInterval, type SubscriptionTier } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Accounts } from '../../auth/index.js';
import { givesAccess } from '../domain/subscription.js';
import { SubscriptionsRepository } from '../persistence/subscriptions.repository.js';

/** What an account is entitled to now. All null: never proven and nothing bought. */
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
    private readonly accounts: Accounts,
    private readonly clock: Clock,
  ) {}

  /** Of any account. */
  async of(accountId: string): Promise<Entitlement> {
    const account = await this.accounts.findById(accountId);
    return this.ofCaller({ accountId, emailProvenAt: account?.emailProvenAt ?? null });
  }

  /** Of a caller whose proof has been read already: one prepared statement. */
  async ofCaller({
    accountId,
    emailProvenAt,
  }: {
    accountId: string;
    emailProvenAt: Date | null;
  }): Promise<Entitlement> {
    const bought = await this.subscriptions.standingOf(accountId);
    const trialEnd = emailProvenAt ? new Date(emailProvenAt.getTime() + TRIAL_DAYS * DAY_MS) : null;
    if (bought && givesAccess(bought.status)) {
      const { plan, status, interval, currentPeriodEnd } = bought;
      return { tier: plan, status, interval, currentPeriodEnd, trialEnd };
    }
    if (bought)
      return { tier: 'free', status: bought.status, interval: null, currentPeriodEnd: null, trialEnd };
    if (!trialEnd)
      return { tier: null, status: null, interval: null, currentPeriodEnd: null, trialEnd: null };
    const status = this.clock.now() < trialEnd ? 'trialing' : 'trial_ended';
    return { tier: 'free', status, interval: null, currentPeriodEnd: null, trialEnd };
  }
}
