import { Injectable } from '@nestjs/common';
import { PaymentProvider } from '../../billing/index.js';
import type { Checkout } from '../domain/checkout.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';

/** Ends checkouts that were not paid. A payment on its way is never stopped: it is provisioned instead. */
@Injectable()
export class CloseCheckout {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly checkouts: CheckoutsRepository,
  ) {}

  /** False when its money is on the way. */
  async close(checkout: Checkout): Promise<boolean> {
    let current: Checkout | undefined = checkout;
    while (current?.status === 'open') {
      if (await this.isBeingPaid(current)) return false;
      if (await this.checkouts.cancel(current)) return true;
      current = await this.checkouts.findById(checkout.id);
    }
    return true;
  }

  /** Ends what could still be paid, and says whether it was too late for that. */
  private async isBeingPaid({ paymentIntentId, hostedSessionId }: Checkout): Promise<boolean> {
    if (paymentIntentId && !(await this.provider.cancelIntent(paymentIntentId))) {
      const intent = await this.provider.findIntent(paymentIntentId);
      if (intent && intent.status !== 'canceled') return true;
    }
    if (hostedSessionId && !(await this.provider.expireHostedCheckout(hostedSessionId))) {
      const session = await this.provider.findHostedCheckout(hostedSessionId);
      if (session?.paid) return true;
    }
    return false;
  }
}
