import { Injectable } from '@nestjs/common';
import { EffectHandler } from '../../../platform/outbox/event-handler.js';
import { CloseCheckout } from '../close-checkout.js';
import { checkoutDeclineLimitReached } from '../domain/events.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';

/** Closes a checkout that had too many declined charges. */
@Injectable()
export class CloseDeclinedCheckout extends EffectHandler<{ checkoutId: string }, void> {
  override readonly id = 'close-declined-checkout';
  override readonly event = checkoutDeclineLimitReached;

  constructor(
    private readonly checkouts: CheckoutsRepository,
    private readonly closeCheckout: CloseCheckout,
  ) {
    super();
  }

  override async perform({ checkoutId }: { checkoutId: string }): Promise<void> {
    const checkout = await this.checkouts.findById(checkoutId);
    if (checkout) await this.closeCheckout.close(checkout);
  }

  override async record(): Promise<void> {}
}
