import { Injectable } from '@nestjs/common';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';

/** The payer of a checkout, if known. */
@Injectable()
export class Payers {
  constructor(private readonly checkouts: CheckoutsRepository) {}

  /** The user of a payment on our page, such as one that was refunded because they already had a plan. */
  async findUserId(paymentIntentId: string): Promise<string | undefined> {
    return (await this.checkouts.findByIntent(paymentIntentId))?.userId ?? undefined;
  }

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
