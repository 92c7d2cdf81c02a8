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
    if (checkout.status !== 'open') return true;
    if (checkout.paymentIntentId && !(await this.provider.cancelIntent(checkout.paymentIntentId))) {
      const intent = await this.provider.findIntent(checkout.paymentIntentId);
      if (intent && intent.status !== 'canceled') return false;
    }
    if (checkout.hostedSessionId && !(await this.provider.expireHostedCheckout(checkout.hostedSessionId))) {
      const session = await this.provider.findHostedCheckout(checkout.hostedSessionId);
      if (session?.paid) return false;
    }
    await this.checkouts.finish(checkout.id, 'canceled');
    return true;
  }
}
