import { getPlanPrice } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import type { Caller } from '../../../platform/security/access.js';
import { EnsureCustomer, HostedCheckoutsPort, Prices, type HostedCheckout } from '../../billing/index.js';
import type { CheckoutEntity } from '../persistence/checkout.entity.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';

/** Creates and finds the provider's sessions for hosted checkouts, which return to `/success?session_id=…`. */
@Injectable()
export class HostedSessions {
  constructor(
    private readonly hostedCheckouts: HostedCheckoutsPort,
    private readonly prices: Prices,
    private readonly ensureCustomer: EnsureCustomer,
    private readonly checkouts: CheckoutsRepository,
    private readonly settings: Settings,
  ) {}

  /** URL of the checkout's page, which is created if necessary; undefined if it can no longer be paid. */
  async ensurePageUrl(checkout: CheckoutEntity, buyer: Caller): Promise<string | undefined> {
    const customerId = await this.ensureCustomer.ensure(buyer.userId);
    const session = checkout.hostedSessionId
      ? await this.hostedCheckouts.find(checkout.hostedSessionId)
      : await this.create(checkout, customerId);
    // The page of a customer that was deleted at the provider can't be paid.
    return (session?.customerId === customerId && session.url) || undefined;
  }

  /** Concurrent calls share one idempotency key and get the same session. Undefined if the checkout was closed in the meantime. */
  private async create(checkout: CheckoutEntity, customerId: string): Promise<HostedCheckout | undefined> {
    const { id, plan, interval, intentAttempt } = checkout;
    try {
      const planPrice = getPlanPrice(plan, interval);
      const creating = this.hostedCheckouts.create({
        priceId: await this.prices.getId(planPrice),
        customerId,
        metadata: { checkout_id: id, plan, interval },
        successUrl: `${this.settings.siteUrl}/success?session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${this.settings.siteUrl}/pricing`,
        key: `checkout:${id}:session:${intentAttempt}`,
      });
      const session = await this.prices.verifyAfterFailure(planPrice, creating);
      if (await this.checkouts.setHostedSession(id, session.id)) return session;
      await this.hostedCheckouts.expire(session.id);
      return undefined;
    } catch (error) {
      await this.checkouts.countIntentAttempt(id);
      throw error;
    }
  }
}
