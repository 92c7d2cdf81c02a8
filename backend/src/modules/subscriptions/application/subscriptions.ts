import { Injectable } from '@nestjs/common';
import type { Checkout } from '../domain/checkout.js';
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

/** Payments that are no one's: paid without an e-mail address to give the plan to. Support finds the buyer. */
@Injectable()
export class UnclaimedPayments {
  constructor(private readonly checkouts: CheckoutsRepository) {}

  /** Oldest first, at most 500. */
  list(): Promise<{ checkoutId: string; paymentIntentId: string; amountCents: number; paidAt: Date }[]> {
    return this.checkouts.listUnclaimed();
  }

  /** Undefined once it has an account. */
  async find(checkoutId: string): Promise<Checkout | undefined> {
    const checkout = await this.checkouts.findById(checkoutId);
    return checkout?.status === 'unclaimed' ? checkout : undefined;
  }
}

/** Who paid a checkout, as far as it is known. */
@Injectable()
export class Payers {
  constructor(private readonly checkouts: CheckoutsRepository) {}

  /** `reviewed`: the payment was held for staff. */
  async find(
    checkoutId: string,
  ): Promise<{ email: string | null; fullName: string; reviewed: boolean } | undefined> {
    const checkout = await this.checkouts.findById(checkoutId);
    if (!checkout) return undefined;
    const { email, fullName, reviewCause } = checkout;
    return { email, fullName: fullName ?? '', reviewed: reviewCause !== null };
  }
}
