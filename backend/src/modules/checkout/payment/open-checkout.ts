import { MAX_DECLINES } from '@subscription-site/shared/declines';
import { getPlanPrice, type BillingInterval, type PlanPrice } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Settings } from '../../../platform/config/settings.js';
import { DeclineLimits, PaymentIntentsPort, type PaymentIntent } from '../../billing/index.js';
import {
  CheckoutClosedError,
  CheckoutReplacedError,
  PaymentUnderReviewError,
} from '../domain/checkout-errors.js';
import { CheckoutReviewsRepository } from '../persistence/checkout-reviews.repository.js';
import type { CheckoutEntity } from '../persistence/checkout.entity.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { CheckoutLimits } from '../declines/checkout-limits.js';
import { CloseCheckout } from '../close-checkout.js';
import { hashCookie, newCheckoutCookie } from './cookie-secret.js';
import { selectedPlanPrice } from './selected-plan-price.js';

/** Attempts to find or create the browser's only open checkout while its other tabs do the same. */
const MAX_ATTEMPTS = 5;

export interface OpenCheckoutRequest {
  amount: number;
  planName?: string;
  interval?: BillingInterval;
  /** The browser's checkout cookie, if it sent one. */
  cookie: string | undefined;
  /** Cookie for a browser without a valid one; undefined for a random value. */
  newCookie: string | undefined;
  ip: string;
  /** Called with the cookie to set, even if the call fails later. */
  setCookie: (cookie: string) => void;
}

/**
 * Returns the payment intent for the selected plan. The same cookie and plan return the same intent, so that tabs, reloads and double
 * clicks pay once; another plan cancels the previous intent. An unknown or rotated cookie counts as none, because someone else may
 * know it. Throws {@link CheckoutClosedError} while the previous intent's payment is being processed, {@link PaymentUnderReviewError}
 * while staff review it, and {@link CheckoutReplacedError} while other tabs keep choosing other plans.
 */
@Injectable()
export class OpenCheckout {
  constructor(
    private readonly paymentIntents: PaymentIntentsPort,
    private readonly checkouts: CheckoutsRepository,
    private readonly closeCheckout: CloseCheckout,
    private readonly limits: CheckoutLimits,
    private readonly declineLimits: DeclineLimits,
    private readonly reviews: CheckoutReviewsRepository,
    private readonly settings: Settings,
  ) {}

  async open(request: OpenCheckoutRequest): Promise<PaymentIntent> {
    const planPrice = selectedPlanPrice(request);
    await this.declineLimits.assertFew(request.ip);
    if (request.cookie && (await this.reviews.existsForCookie(hashCookie(request.cookie))))
      throw new PaymentUnderReviewError(this.settings.supportEmail);
    const cookie = await this.ensureCookie(request);
    request.setCookie(cookie);
    const cookieHash = hashCookie(cookie);
    const ipHash = this.declineLimits.hashIp(request.ip);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const current =
        (await this.checkouts.findOpenByCookie(cookieHash)) ??
        (await this.checkouts.add({ id: uuid(), planPrice, cookieHash, ipHash }));
      if (!current) continue;
      const intent = await this.ensureIntent(current);
      const isSpent = intent?.status === 'canceled' || current.declines >= MAX_DECLINES;
      if (intent && !isSpent && isFor(current, planPrice)) return intent;
      if (!(await this.closeCheckout.close(current))) throw new CheckoutClosedError();
    }
    throw new CheckoutReplacedError();
  }

  private async ensureCookie({ cookie, newCookie, ip }: OpenCheckoutRequest): Promise<string> {
    for (const known of [cookie, newCookie]) {
      if (known && (await this.checkouts.isCurrentCookie(hashCookie(known)))) return known;
    }
    await this.limits.countNewCookie(ip);
    return newCookie ?? newCheckoutCookie();
  }

  /**
   * The checkout's intent, created if necessary. Concurrent tabs share one idempotency key and get the same intent. Undefined if the
   * checkout was closed in the meantime, or the provider does not know its intent.
   */
  private async ensureIntent(checkout: CheckoutEntity): Promise<PaymentIntent | undefined> {
    if (checkout.paymentIntentId) return this.paymentIntents.find(checkout.paymentIntentId);
    const intent = await this.createIntent(checkout);
    if (await this.checkouts.setPaymentIntent(checkout.id, intent.id)) return intent;
    await this.paymentIntents.cancel(intent.id);
    const current = await this.checkouts.findById(checkout.id);
    return current?.status === 'open' && current.paymentIntentId ? this.ensureIntent(current) : undefined;
  }

  private async createIntent({ id, plan, interval, intentAttempt }: CheckoutEntity): Promise<PaymentIntent> {
    try {
      return await this.paymentIntents.create({
        planPrice: getPlanPrice(plan, interval),
        metadata: { checkout_id: id, plan, interval },
        key: `checkout:${id}:pi:${intentAttempt}`,
      });
    } catch (error) {
      await this.checkouts.countIntentAttempt(id);
      throw error;
    }
  }
}

function isFor(checkout: CheckoutEntity, planPrice: PlanPrice): boolean {
  return checkout.plan === planPrice.plan && checkout.interval === planPrice.interval;
}
