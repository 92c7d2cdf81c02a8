import { createHash, randomBytes } from 'node:crypto';
import { offerOf, type BillingInterval, type Offer } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Settings } from '../../../platform/config/settings.js';
import { PaymentProvider, type PaymentIntent } from '../../billing/index.js';
import { CheckoutClosedError, PaymentUnderReviewError } from '../domain/checkout-errors.js';
import type { Checkout } from '../domain/checkout.js';
import { CheckoutReviewsRepository } from '../persistence/checkout-reviews.repository.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { CheckoutLimits, type Opener } from './checkout-limits.js';
import { CloseCheckout } from './close-checkout.js';
import { chosenOffer } from './chosen-offer.js';

/** Tries to find or make the one open checkout of a browser while others of its tabs do the same. */
const ROUNDS = 5;

export interface OpenCheckoutRequest {
  amount: number;
  planName?: string;
  interval?: BillingInterval;
  /** Secret of this browser's checkout cookie, if it has one. */
  cookie: string | undefined;
  who: Opener;
}

export interface OpenedCheckout {
  intent: PaymentIntent;
  /** The secret this browser has to keep. */
  cookie: string;
}

/**
 * Gives a browser the payment intent for what it wants to buy. The same browser and plan get the same intent again, so that
 * tabs, reloads and double clicks pay once; another plan cancels the former intent. Throws {@link CheckoutClosedError} while
 * the money of the former one is on its way, and {@link PaymentUnderReviewError} while staff look at it.
 */
@Injectable()
export class OpenCheckout {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly checkouts: CheckoutsRepository,
    private readonly closeCheckout: CloseCheckout,
    private readonly checkoutLimits: CheckoutLimits,
    private readonly reviews: CheckoutReviewsRepository,
    private readonly settings: Settings,
  ) {}

  async open(request: OpenCheckoutRequest): Promise<OpenedCheckout> {
    const offer = chosenOffer(request);
    const cookie = request.cookie ?? randomBytes(32).toString('base64url');
    const cookieHash = createHash('sha256').update(cookie).digest('base64url');
    if (request.cookie && (await this.reviews.hasCookie(cookieHash)))
      throw new PaymentUnderReviewError(this.settings.supportEmail);
    let counted = false;
    for (let round = 0; round < ROUNDS; round++) {
      const present = await this.checkouts.findOpenByCookie(cookieHash);
      if (present) {
        const intent = await this.intentOf(present);
        if (sells(present, offer) && intent.status !== 'canceled') return { intent, cookie };
        if (!(await this.closeCheckout.close(present))) throw new CheckoutClosedError();
        continue;
      }
      if (!counted) await this.checkoutLimits.countNew(request.who);
      counted = true;
      const added = await this.checkouts.add({ id: uuid(), offer, cookieHash });
      if (added) return { intent: await this.intentOf(added), cookie };
    }
    throw new Error('A browser opened checkouts faster than they could be told apart.');
  }

  /** The checkout's intent, made now if that has not happened yet. Tabs that come together share one key and get one intent. */
  private async intentOf(checkout: Checkout): Promise<PaymentIntent> {
    if (checkout.paymentIntentId) {
      const intent = await this.provider.findIntent(checkout.paymentIntentId);
      if (intent) return intent;
    }
    const offer = offerOf(checkout.plan, checkout.interval);
    try {
      const intent = await this.provider.createIntent({
        offer,
        metadata: { checkout_id: checkout.id, plan: offer.plan, interval: offer.interval },
        key: `checkout:${checkout.id}:pi:${checkout.intentAttempt}`,
      });
      await this.checkouts.noteIntent(checkout.id, intent.id);
      return intent;
    } catch (error) {
      await this.checkouts.countIntentAttempt(checkout.id);
      throw error;
    }
  }
}

function sells(checkout: Checkout, offer: Offer): boolean {
  return checkout.plan === offer.plan && checkout.interval === offer.interval;
}
