import { Injectable } from '@nestjs/common';
import type { CheckoutEntity } from '../persistence/checkout.entity.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { getPaidOrDueAmount, type Paid } from '../persistence/paid.js';

export interface UnclaimedPayment extends Paid {
  checkoutId: string;
  paymentIntentId: string;
  /** As the payer entered it, although it is not a valid address; null if they entered none. */
  email: string | null;
  paidAt: Date;
}

/** Payments without a usable email address to provision them to. Staff have to find the buyer. */
@Injectable()
export class UnclaimedPayments {
  constructor(private readonly checkouts: CheckoutsRepository) {}

  /** Oldest first, at most 500. */
  async list(): Promise<UnclaimedPayment[]> {
    return (await this.checkouts.listUnclaimed()).map(toUnclaimed);
  }

  /** Null once it is provisioned. */
  async find(checkoutId: string): Promise<UnclaimedPayment | null> {
    const checkout = await this.checkouts.findById(checkoutId);
    return checkout?.status === 'unclaimed' ? toUnclaimed(checkout) : null;
  }
}

function toUnclaimed(checkout: CheckoutEntity): UnclaimedPayment {
  return {
    checkoutId: checkout.id,
    paymentIntentId: checkout.paymentIntentId!,
    ...getPaidOrDueAmount(checkout),
    email: checkout.email,
    paidAt: checkout.paidAt!,
  };
}
