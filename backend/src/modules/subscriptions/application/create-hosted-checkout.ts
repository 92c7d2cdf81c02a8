import {
  offerOf,
  parsePaidPlan,
  DEFAULT_INTERVAL,
  type BillingInterval,
} from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Settings } from '../../../platform/config/settings.js';
import type { Caller } from '../../../platform/security/access.js';
import { PaymentProvider, Prices, ProviderCustomers } from '../../billing/index.js';
import { AlreadySubscribedError, AmountNotAPlanError } from '../domain/checkout-errors.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { SubscriptionsRepository } from '../persistence/subscriptions.repository.js';
import { assertAddress } from './buyer.js';

/** Sends a signed-in customer to the provider's own page, which returns to `/success?session_id=…`. */
@Injectable()
export class CreateHostedCheckout {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly prices: Prices,
    private readonly customers: ProviderCustomers,
    private readonly checkouts: CheckoutsRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly settings: Settings,
  ) {}

  /** The address of the page. */
  async create(caller: Caller, choice: { planName: string; interval?: BillingInterval }): Promise<string> {
    const plan = parsePaidPlan(choice.planName);
    if (!plan) throw new AmountNotAPlanError();
    assertAddress(caller);
    const present = await this.subscriptions.findLiveOf(caller.accountId);
    if (present) throw new AlreadySubscribedError(present);
    const offer = offerOf(plan, choice.interval ?? DEFAULT_INTERVAL);
    const id = uuid();
    await this.checkouts.add({ id, offer, cookieHash: null, accountId: caller.accountId });
    const session = await this.provider.createHostedCheckout({
      priceId: await this.prices.idOf(offer),
      customerId: await this.customers.idOf(caller.accountId),
      email: caller.email,
      metadata: { checkout_id: id, plan: offer.plan, interval: offer.interval },
      successUrl: `${this.settings.siteUrl}/success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${this.settings.siteUrl}/pricing`,
      key: `checkout:${id}:session`,
    });
    await this.checkouts.noteHostedSession(id, session.id);
    return session.url!;
  }
}
