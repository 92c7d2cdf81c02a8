import {
  getPlanPrice,
  parsePaidPlan,
  DEFAULT_INTERVAL,
  type BillingInterval,
} from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { Caller } from '../../../platform/security/access.js';
import {
  AlreadySubscribedError,
  AmountNotAPlanError,
  CheckoutClosedError,
  CheckoutReplacedError,
} from '../domain/checkout-errors.js';
import type { CheckoutEntity } from '../persistence/checkout.entity.js';
import { AccountDeletions } from '../../auth/index.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { DeclineLimits } from '../../billing/index.js';
import { Subscriptions } from '../../subscriptions/index.js';
import { assertHasEmail } from '../buyers/buyer.js';
import { CheckoutLimits } from '../declines/checkout-limits.js';
import { CloseCheckout } from '../close-checkout.js';
import { HostedSessions } from './hosted-sessions.js';

/** Attempts to find or open the only hosted page of an account and plan while concurrent calls do the same. */
const MAX_ATTEMPTS = 5;

export interface CreateHostedCheckoutRequest {
  planName: string;
  interval?: BillingInterval;
  ip: string;
}

/**
 * Creates a checkout on the provider's hosted page for a signed-in customer. An account has at most one open page per plan: repeated
 * calls return the same page, and choosing the other interval closes it.
 */
@Injectable()
export class CreateHostedCheckout {
  constructor(
    private readonly hostedSessions: HostedSessions,
    private readonly checkouts: CheckoutsRepository,
    private readonly subscriptions: Subscriptions,
    private readonly deletions: AccountDeletions,
    private readonly closeCheckout: CloseCheckout,
    private readonly limits: CheckoutLimits,
    private readonly declineLimits: DeclineLimits,
  ) {}

  /** Returns the page's URL. Throws {@link CheckoutClosedError} while an earlier page is being paid, and `account_deletion_scheduled`. */
  async create(caller: Caller, { planName, interval, ip }: CreateHostedCheckoutRequest): Promise<string> {
    const { userId } = caller;
    await this.limits.countHosted(ip, userId);
    await this.declineLimits.assertFew(ip);
    const plan = parsePaidPlan(planName);
    if (!plan) throw new AmountNotAPlanError();
    assertHasEmail(caller);
    const current = await this.subscriptions.findActiveByUser(userId);
    if (current) throw new AlreadySubscribedError(current);
    await this.deletions.assertNone(userId);
    const planPrice = getPlanPrice(plan, interval ?? DEFAULT_INTERVAL);
    const ipHash = this.declineLimits.hashIp(ip);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const open = await this.checkouts.findOpenHosted(userId, plan);
      const same = open.find((checkout) => checkout.interval === planPrice.interval);
      for (const other of open) if (other !== same) await this.close(other);
      const checkout = same ?? (await this.checkouts.addHosted({ id: uuid(), planPrice, userId, ipHash }));
      if (!checkout) continue;
      const url = await this.hostedSessions.ensurePageUrl(checkout, caller);
      if (url) return url;
      await this.close(checkout);
    }
    throw new CheckoutReplacedError();
  }

  private async close(checkout: CheckoutEntity): Promise<void> {
    if (!(await this.closeCheckout.close(checkout))) throw new CheckoutClosedError();
  }
}
