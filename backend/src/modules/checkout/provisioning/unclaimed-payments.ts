import { Injectable } from '@nestjs/common';
import type { Checkout } from '../domain/checkout.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';

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
