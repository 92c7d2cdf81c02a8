import { Injectable } from '@nestjs/common';
import type { CheckoutEntity } from '../persistence/checkout.entity.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';

/** Payments without a usable email address to provision them to. Staff have to find the buyer. */
@Injectable()
export class UnclaimedPayments {
  constructor(private readonly checkouts: CheckoutsRepository) {}

  /** Oldest first, at most 500. */
  async list(): Promise<
    { checkoutId: string; paymentIntentId: string; amountCents: number; email: string | null; paidAt: Date }[]
  > {
    const checkouts = await this.checkouts.listUnclaimed();
    return checkouts.map(({ id: checkoutId, paymentIntentId, amountCents, email, paidAt }) => ({
      checkoutId,
      paymentIntentId: paymentIntentId!,
      amountCents,
      email,
      paidAt: paidAt!,
    }));
  }

  /** Null once it is provisioned. */
  async find(checkoutId: string): Promise<CheckoutEntity | null> {
    const checkout = await this.checkouts.findById(checkoutId);
    return checkout?.status === 'unclaimed' ? checkout : null;
  }
}
