import { planPriceOf, type BillingInterval, type PlanPrice } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Settings } from '../../../platform/config/settings.js';
import { PaymentProvider, type PaymentIntent } from '../../billing/index.js';
import {
  CheckoutClosedError,
  CheckoutReplacedError,
  PaymentUnderReviewError,
} from '../domain/checkout-errors.js';
import { MAX_DECLINES, type Checkout } from '../domain/checkout.js';
import { CheckoutReviewsRepository } from '../persistence/checkout-reviews.repository.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { CheckoutLimits } from './checkout-limits.js';
import { CloseCheckout } from './close-checkout.js';
import { hashOfCookie, newCheckoutCookie } from './checkout-cookie.js';
import { selectedPlanPrice } from './selected-plan-price.js';

/** Tries to find or make the one open checkout of a browser while others of its tabs do the same. */
const ROUNDS = 5;

export interface OpenCheckoutRequest {
  amount: number;
  planName?: string;
  interval?: BillingInterval;
  /** The checkout cookie of the browser, if it sent one. */
  cookie: string | undefined;
  /** What a browser without a cookie of ours gets; undefined for a random one. */
  newCookie: string | undefined;
  ip: string;
  /** Called with the cookie that the browser has to keep, also where the call fails later on. */
  keepCookie: (cookie: string) => void;
}

/**
 * Returns the payment intent for what a browser wants to buy. The same cookie and plan get the same intent again, so that tabs,
 * reloads and double clicks pay once; another plan cancels the previous intent. A cookie that is not ours, or that a prepare has
 * rotated, counts as none: someone else may know it. Throws {@link CheckoutClosedError} while the payment of the previous intent is
 * being processed, {@link PaymentUnderReviewError} while staff review it, and {@link CheckoutReplacedError} while other tabs keep
 * choosing other plans.
 */
@Injectable()
export class OpenCheckout {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly checkouts: CheckoutsRepository,
    private readonly closeCheckout: CloseCheckout,
    private readonly limits: CheckoutLimits,
    private readonly reviews: CheckoutReviewsRepository,
    private readonly settings: Settings,
  ) {}

  async open(request: OpenCheckoutRequest): Promise<PaymentIntent> {
    const planPrice = selectedPlanPrice(request);
    await this.limits.assertFewDeclines(request.ip);
    if (request.cookie && (await this.reviews.hasCookie(hashOfCookie(request.cookie))))
      throw new PaymentUnderReviewError(this.settings.supportEmail);
    const cookie = await this.currentCookieOf(request);
    request.keepCookie(cookie);
    const cookieHash = hashOfCookie(cookie);
    const ipHash = this.limits.hashOf(request.ip);
    for (let round = 0; round < ROUNDS; round++) {
      const present =
        (await this.checkouts.findOpenByCookie(cookieHash)) ??
        (await this.checkouts.add({ id: uuid(), planPrice, cookieHash, ipHash }));
      if (!present) continue;
      const intent = await this.intentOf(present);
      const isSpent = intent?.status === 'canceled' || present.declines >= MAX_DECLINES;
      if (intent && !isSpent && sells(present, planPrice)) return intent;
      if (!(await this.closeCheckout.close(present))) throw new CheckoutClosedError();
    }
    throw new CheckoutReplacedError();
  }

  private async currentCookieOf({ cookie, newCookie, ip }: OpenCheckoutRequest): Promise<string> {
    for (const known of [cookie, newCookie]) {
      if (known && (await this.checkouts.isCurrentCookie(hashOfCookie(known)))) return known;
    }
    await this.limits.countNewCookie(ip);
    return newCookie ?? newCheckoutCookie();
  }

  /**
   * The checkout's intent, made now if that has not happened yet. Tabs that come together share one key and get one intent. Undefined
   * for a checkout that was closed meanwhile, or whose intent the provider does not know.
   */
  private async intentOf(checkout: Checkout): Promise<PaymentIntent | undefined> {
    if (checkout.paymentIntentId) return this.provider.findIntent(checkout.paymentIntentId);
    const intent = await this.createIntent(checkout);
    if (await this.checkouts.setPaymentIntent(checkout.id, intent.id)) return intent;
    await this.provider.cancelIntent(intent.id);
    const current = await this.checkouts.findById(checkout.id);
    return current?.status === 'open' && current.paymentIntentId ? this.intentOf(current) : undefined;
  }

  private async createIntent({ id, plan, interval, intentAttempt }: Checkout): Promise<PaymentIntent> {
    try {
      return await this.provider.createIntent({
        planPrice: planPriceOf(plan, interval),
        metadata: { checkout_id: id, plan, interval },
        key: `checkout:${id}:pi:${intentAttempt}`,
      });
    } catch (error) {
      await this.checkouts.countIntentAttempt(id);
      throw error;
    }
  }
}

function sells(checkout: Checkout, planPrice: PlanPrice): boolean {
  return checkout.plan === planPrice.plan && checkout.interval === planPrice.interval;
}
