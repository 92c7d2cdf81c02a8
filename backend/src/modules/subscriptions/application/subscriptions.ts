import { Injectable } from '@nestjs/common';
import type { Checkout } from '../domain/checkout.js';
import type { Subscription } from '../domain/subscription.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { SubscriptionsRepository } from '../persistence/subscriptions.repository.js';

/** Subscription lookups for other modules. */
@Injectable()
export class Subscriptions {
  constructor(private readonly subscriptions: SubscriptionsRepository) {}

  findById(id: string): Promise<Subscription | undefined> {
    return this.subscriptions.findById(id);
  }
}

/** Payments without an email address to provision them to. Staff have to find the buyer. */
@Injectable()
export class UnclaimedPayments {
  constructor(private readonly checkouts: CheckoutsRepository) {}

  /** Oldest first, at most 500. */
  list(): Promise<{ checkoutId: string; paymentIntentId: string; amountCents: number; paidAt: Date }[]> {
    return this.checkouts.listUnclaimed();
  }

  /** Undefined once it is provisioned. */
  async find(checkoutId: string): Promise<Checkout | undefined> {
    const checkout = await this.checkouts.findById(checkoutId);
    return checkout?.status === 'unclaimed' ? checkout : undefined;
  }
}

/** The payer of a checkout, if known. */
@Injectable()
export class Payers {
  constructor(private readonly checkouts: CheckoutsRepository) {}

  /** `reviewed`: the payment was held for review. */
  async find(
    checkoutId: string,
  ): Promise<{ email: string | null; fullName: string; reviewed: boolean } | undefined> {
    const checkout = await this.checkouts.findById(checkoutId);
    if (!checkout) return undefined;
    const { email, fullName, reviewCause } = checkout;
    return { email, fullName: fullName ?? '', reviewed: reviewCause !== null };
  }
}
