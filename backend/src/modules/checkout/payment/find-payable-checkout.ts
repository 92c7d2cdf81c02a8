import { createHash, timingSafeEqual } from 'node:crypto';
import { MAX_DECLINES } from '@subscription-site/shared/declines';
import { getPlanPrice } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { PaymentIntentsPort, Prices, type PaymentIntent } from '../../billing/index.js';
import { CloseCheckout } from '../close-checkout.js';
import {
  CheckoutClosedError,
  CheckoutNotFoundError,
  CheckoutReplacedError,
  TooManyDeclinesError,
} from '../domain/checkout-errors.js';
import type { CheckoutEntity } from '../persistence/checkout.entity.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { assertSamePlan } from './selected-plan-price.js';

/** The checkout that a page is about to pay. */
@Injectable()
export class FindPayableCheckout {
  constructor(
    private readonly paymentIntents: PaymentIntentsPort,
    private readonly checkouts: CheckoutsRepository,
    private readonly closeCheckout: CloseCheckout,
    private readonly prices: Prices,
  ) {}

  /** Throws unless it can be paid, and its plan can be subscribed to at the provider. */
  async find(request: { clientSecret: string; planName: string; amount: number }): Promise<CheckoutEntity> {
    const { checkout, intent } = await this.findBySecret(request.clientSecret);
    assertSamePlan(checkout, request);
    await this.assertPayable(checkout, intent);
    await this.prices.getId(getPlanPrice(checkout.plan, checkout.interval));
    return checkout;
  }

  private async findBySecret(
    clientSecret: string,
  ): Promise<{ checkout: CheckoutEntity; intent: PaymentIntent }> {
    const [, intentId] = /^(pi_[A-Za-z0-9_]+?)_secret_/.exec(clientSecret) ?? [];
    const checkout = intentId ? await this.checkouts.findByIntent(intentId) : undefined;
    if (!checkout) throw new CheckoutNotFoundError();
    const intent = await this.paymentIntents.find(intentId!);
    if (!intent || !isSameSecret(intent.clientSecret, clientSecret)) throw new CheckoutNotFoundError();
    return { checkout, intent };
  }

  private async assertPayable(checkout: CheckoutEntity, intent: PaymentIntent): Promise<void> {
    const isCanceled = intent.status === 'canceled';
    if (!isCanceled && !PAYABLE.has(intent.status)) throw new CheckoutClosedError();
    if (checkout.declines >= MAX_DECLINES) {
      if (await this.closeCheckout.close(checkout)) throw new TooManyDeclinesError();
      throw new CheckoutClosedError();
    }
    if (isCanceled) throw new CheckoutReplacedError();
    if (checkout.status !== 'open') throw new CheckoutClosedError();
  }
}

const PAYABLE = new Set(['requires_payment_method', 'requires_confirmation', 'requires_action']);

function isSameSecret(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
