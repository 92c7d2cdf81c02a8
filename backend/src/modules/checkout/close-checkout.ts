import { Injectable } from '@nestjs/common';
import { HostedCheckoutsPort, PaymentIntentsPort } from '../billing/index.js';
import type { Checkout } from './domain/checkout.js';
import { CheckoutsRepository } from './persistence/checkouts.repository.js';

/** Closes unpaid checkouts. A payment in progress is never stopped; it is provisioned instead. */
@Injectable()
export class CloseCheckout {
  constructor(
    private readonly paymentIntents: PaymentIntentsPort,
    private readonly hostedCheckouts: HostedCheckoutsPort,
    private readonly checkouts: CheckoutsRepository,
  ) {}

  /** False if the checkout is being paid. */
  async close(checkout: Checkout): Promise<boolean> {
    let current: Checkout | undefined = checkout;
    while (current?.status === 'open') {
      if (await this.isTooLateToCancel(current)) return false;
      if (await this.checkouts.cancel(current)) return true;
      current = await this.checkouts.findById(checkout.id);
    }
    return true;
  }

  /** Cancels the intent and expires the session. True if a payment is already in progress or complete. */
  private async isTooLateToCancel({ paymentIntentId, hostedSessionId }: Checkout): Promise<boolean> {
    if (paymentIntentId && !(await this.paymentIntents.cancel(paymentIntentId))) {
      const intent = await this.paymentIntents.find(paymentIntentId);
      if (intent && intent.status !== 'canceled') return true;
    }
    if (hostedSessionId && !(await this.hostedCheckouts.expire(hostedSessionId))) {
      const session = await this.hostedCheckouts.find(hostedSessionId);
      if (session?.paid) return true;
    }
    return false;
  }
}
