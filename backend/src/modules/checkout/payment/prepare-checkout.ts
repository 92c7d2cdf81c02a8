import { createHash, timingSafeEqual } from 'node:crypto';
import { MAX_DECLINES } from '@subscription-site/shared/declines';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { Caller } from '../../../platform/security/access.js';
import { Captcha } from '../../../platform/security/captcha.js';
import { DeclineLimits, PaymentIntentsPort, type PaymentIntent } from '../../billing/index.js';
import {
  CheckoutClosedError,
  CheckoutCookieMismatchError,
  CheckoutNotFoundError,
  CheckoutReplacedError,
  TooManyDeclinesError,
} from '../domain/checkout-errors.js';
import { hashOfCookie, newCheckoutCookie } from './cookie-secret.js';
import type { PreparedBuyer } from '../domain/checkout.js';
import type { CheckoutEntity } from '../persistence/checkout.entity.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { CloseCheckout } from '../close-checkout.js';
import { assertSamePlan } from './selected-plan-price.js';
import { IdentifyBuyer, type IdentifiedBuyer } from '../buyers/identify-buyer.js';

export interface PrepareCheckoutRequest {
  clientSecret: string;
  planName: string;
  amount: number;
  email?: string;
  fullName?: string;
  password?: string;
  captchaToken?: string;
  caller: Caller | undefined;
  /** The checkout cookie of the browser, if it sent one. */
  cookie: string | undefined;
  ip: string;
}

/**
 * Stores the buyer just before the card is charged, and reports everything that would prevent the purchase: after the charge, a
 * payment is never rejected. Each call rotates the checkout cookie, so that someone who knew the previous one cannot put another buyer
 * into the checkout that the browser is about to pay.
 */
@Injectable()
export class PrepareCheckout {
  constructor(
    private readonly paymentIntents: PaymentIntentsPort,
    private readonly checkouts: CheckoutsRepository,
    private readonly buyers: IdentifyBuyer,
    private readonly captcha: Captcha,
    private readonly closeCheckout: CloseCheckout,
    private readonly declineLimits: DeclineLimits,
    private readonly database: Database,
  ) {}

  /** Returns the rotated checkout cookie. */
  async prepare(request: PrepareCheckoutRequest): Promise<string> {
    await this.declineLimits.assertFew(request.ip);
    const { checkout, intent } = await this.findBySecret(request.clientSecret);
    assertSamePlan(checkout, request);
    await this.assertPayable(checkout, intent);
    // Before the captcha: its token is valid only once, and the browser repeats this call with a new intent.
    if (!request.cookie || hashOfCookie(request.cookie) !== checkout.cookieHash)
      throw new CheckoutCookieMismatchError();
    // For every buyer: whether a captcha is required must not reveal anything about the email address.
    await this.captcha.check(request.captchaToken);
    const buyer = await this.buyers.identify(checkout, request);
    const cookie = newCheckoutCookie();
    const prepared = {
      ...buyer,
      signedIn: request.caller !== undefined,
      cookieHash: hashOfCookie(cookie),
      ipHash: this.declineLimits.hashOf(request.ip),
    };
    do await this.closeOtherCheckoutsOf(buyer, checkout.id);
    while (!(await this.store(checkout, prepared)));
    return cookie;
  }

  /** False if the same buyer has prepared another checkout in the meantime. */
  private store(checkout: CheckoutEntity, buyer: PreparedBuyer): Promise<boolean> {
    return this.database.transaction(async () => {
      await this.checkouts.lockBuyer(buyer.emailNormalized);
      const current = await this.checkouts.lock(checkout.id);
      if (current.status !== 'open') throw new CheckoutClosedError();
      if (current.cookieHash !== checkout.cookieHash) throw new CheckoutCookieMismatchError();
      if ((await this.checkouts.findOtherOpenOfBuyer(checkout.id, buyer.emailNormalized)).length > 0)
        return false;
      this.checkouts.prepare(current, buyer);
      return true;
    });
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

  /** A buyer can pay only one checkout: others prepared for the same email address, in any tab or browser, are closed. */
  private async closeOtherCheckoutsOf(
    { emailNormalized }: IdentifiedBuyer,
    checkoutId: string,
  ): Promise<void> {
    for (const other of await this.checkouts.findOtherOpenOfBuyer(checkoutId, emailNormalized)) {
      if (!(await this.closeCheckout.close(other))) throw new CheckoutClosedError();
    }
  }
}

const PAYABLE = new Set(['requires_payment_method', 'requires_confirmation', 'requires_action']);

function isSameSecret(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
