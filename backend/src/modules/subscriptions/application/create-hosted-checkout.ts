import {
  planPriceOf,
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
import type { Checkout } from '../domain/checkout.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { SubscriptionsRepository } from '../persistence/subscriptions.repository.js';
import { assertAddress } from './buyer.js';
import { CheckoutLimits } from './checkout-limits.js';
import { CloseCheckout } from './close-checkout.js';
import { HostedSessions } from './hosted-sessions.js';

/** Tries to find or open the one hosted page of an account and plan while other calls do the same. */
const ROUNDS = 5;

export interface CreateHostedCheckoutRequest {
  planName: string;
  interval?: BillingInterval;
  ip: string;
}

/**
 * Sends a signed-in customer to the provider's own page. An account has one page open for each plan: asked again it gets the same
 * one, and asking for the other interval closes it.
 */
@Injectable()
export class CreateHostedCheckout {
  constructor(
    private readonly hostedSessions: HostedSessions,
    private readonly checkouts: CheckoutsRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly closeCheckout: CloseCheckout,
    private readonly limits: CheckoutLimits,
  ) {}

  /** The address of the page. Throws {@link CheckoutClosedError} while the money of an earlier page is on its way. */
  async create(caller: Caller, { planName, interval, ip }: CreateHostedCheckoutRequest): Promise<string> {
    const { userId } = caller;
    await this.limits.countHosted(ip, userId);
    await this.limits.assertFewDeclines(ip);
    const plan = parsePaidPlan(planName);
    if (!plan) throw new AmountNotAPlanError();
    assertAddress(caller);
    const present = await this.subscriptions.findLiveOf(userId);
    if (present) throw new AlreadySubscribedError(present);
    const planPrice = planPriceOf(plan, interval ?? DEFAULT_INTERVAL);
    const ipHash = this.limits.hashOf(ip);
    for (let round = 0; round < ROUNDS; round++) {
      const open = await this.checkouts.findOpenHosted(userId, plan);
      const same = open.find((checkout) => checkout.interval === planPrice.interval);
      for (const other of open) if (other !== same) await this.close(other);
      const checkout = same ?? (await this.checkouts.addHosted({ id: uuid(), planPrice, userId, ipHash }));
      if (!checkout) continue;
      const url = await this.hostedSessions.openPageOf(checkout, caller);
      if (url) return url;
      await this.close(checkout);
    }
    throw new CheckoutReplacedError();
  }

  private async close(checkout: Checkout): Promise<void> {
    if (!(await this.closeCheckout.close(checkout))) throw new CheckoutClosedError();
  }
}
