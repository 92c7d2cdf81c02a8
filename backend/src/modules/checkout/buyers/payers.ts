import { Injectable } from '@nestjs/common';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';

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
