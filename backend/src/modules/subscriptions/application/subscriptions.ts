import { Injectable } from '@nestjs/common';
import type { Subscription } from '../domain/subscription.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { SubscriptionsRepository } from '../persistence/subscriptions.repository.js';

/** Subscriptions for the modules above. */
@Injectable()
export class Subscriptions {
  constructor(private readonly subscriptions: SubscriptionsRepository) {}

  findById(id: string): Promise<Subscription | undefined> {
    return this.subscriptions.findById(id);
  }
}

/** Payments that are nobody's: paid without an e-mail address to give the plan to. Support finds the buyer. */
@Injectable()
export class UnclaimedPayments {
  constructor(private readonly checkouts: CheckoutsRepository) {}

  /** Oldest first, at most 500. */
  list(): Promise<{ checkoutId: string; paymentIntentId: string; amountCents: number; paidAt: Date }[]> {
    return this.checkouts.listUnclaimed();
  }
}
