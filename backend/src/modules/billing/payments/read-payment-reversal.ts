import { Injectable } from '@nestjs/common';
import { DisputesPort } from './disputes.port.js';
import { PaymentIntentsPort } from './payment-intents.port.js';
import type { PaymentReversal } from './payment-reversal.js';
import { RefundsPort } from './refunds.port.js';

/** Reads the refunds and disputes of a payment. */
@Injectable()
export class ReadPaymentReversal {
  constructor(
    private readonly paymentIntents: PaymentIntentsPort,
    private readonly refunds: RefundsPort,
    private readonly disputes: DisputesPort,
  ) {}

  /** Undefined if the payment does not exist. */
  async read(paymentIntentId: string): Promise<PaymentReversal | undefined> {
    const intent = await this.paymentIntents.find(paymentIntentId);
    if (!intent) return undefined;
    const refunds = await this.refunds.findByIntent(paymentIntentId);
    const disputes = await this.disputes.findByIntent(paymentIntentId);
    return { paymentIntentId, receivedCents: intent.receivedCents, refunds, disputes };
  }
}
