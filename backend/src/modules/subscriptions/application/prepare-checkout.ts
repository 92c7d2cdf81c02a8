import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { Caller } from '../../../platform/security/access.js';
import { Captcha } from '../../../platform/security/captcha.js';
import { PaymentProvider, type PaymentIntent } from '../../billing/index.js';
import {
  CheckoutClosedError,
  CheckoutCookieMismatchError,
  CheckoutNotFoundError,
  CheckoutReplacedError,
  TooManyDeclinesError,
} from '../domain/checkout-errors.js';
import { hashOfCookie, newCheckoutCookie } from './checkout-cookie.js';
import { MAX_DECLINES, type Checkout, type PreparedBuyer } from '../domain/checkout.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { CheckoutLimits } from './checkout-limits.js';
import { CloseCheckout } from './close-checkout.js';
import { assertSamePlan } from './selected-plan-price.js';
import { IdentifyBuyer, type KnownBuyer } from './identify-buyer.js';

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
 * Learns who is buying just before the card is charged, and rejects whatever can be known then. After the charge nothing rejects the
 * money any more. Each prepare rotates the checkout cookie, so that the person who knew the former one cannot put another buyer into the
 * checkout that the browser is about to pay.
 */
@Injectable()
export class PrepareCheckout {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly checkouts: CheckoutsRepository,
    private readonly buyers: IdentifyBuyer,
    private readonly captcha: Captcha,
    private readonly closeCheckout: CloseCheckout,
    private readonly limits: CheckoutLimits,
    private readonly database: Database,
  ) {}

  /** Gives the cookie that the browser has to keep from now on. */
  async prepare(request: PrepareCheckoutRequest): Promise<string> {
    await this.limits.assertFewDeclines(request.ip);
    const { checkout, intent } = await this.ownCheckout(request.clientSecret);
    assertSamePlan(checkout, request);
    await this.assertPayable(checkout, intent);
    // Before the captcha: its token is good for one call, and the browser repeats this one with a fresh intent.
    if (!request.cookie || hashOfCookie(request.cookie) !== checkout.cookieHash)
      throw new CheckoutCookieMismatchError();
    // Known address or not, signed in or not: who is asked to show himself must say nothing about the address.
    await this.captcha.check(request.captchaToken);
    const buyer = await this.buyers.identify(checkout, request);
    const cookie = newCheckoutCookie();
    const prepared = {
      ...buyer,
      signedIn: request.caller !== undefined,
      cookieHash: hashOfCookie(cookie),
      ipHash: this.limits.hashOf(request.ip),
    };
    do await this.closeOtherCheckoutsOf(buyer, checkout.id);
    while (!(await this.store(checkout, prepared)));
    return cookie;
  }

  /** False when the same buyer prepared another checkout in the meantime. */
  private store(checkout: Checkout, buyer: PreparedBuyer): Promise<boolean> {
    return this.database.transaction(async () => {
      await this.checkouts.lockBuyer(buyer.emailNormalized);
      const current = await this.checkouts.lock(checkout.id);
      if (current.status !== 'open') throw new CheckoutClosedError();
      if (current.cookieHash !== checkout.cookieHash) throw new CheckoutCookieMismatchError();
      if ((await this.checkouts.findOtherOpenOfBuyer(checkout.id, buyer.emailNormalized)).length > 0)
        return false;
      await this.checkouts.prepare(checkout.id, buyer);
      return true;
    });
  }

  /** The checkout of a client secret. */
  private async ownCheckout(clientSecret: string): Promise<{ checkout: Checkout; intent: PaymentIntent }> {
    const [, intentId] = /^(pi_[A-Za-z0-9_]+?)_secret_/.exec(clientSecret) ?? [];
    const checkout = intentId ? await this.checkouts.findByIntent(intentId) : undefined;
    if (!checkout) throw new CheckoutNotFoundError();
    const intent = await this.provider.findIntent(intentId!);
    if (!intent || !sameSecret(intent.clientSecret, clientSecret)) throw new CheckoutNotFoundError();
    return { checkout, intent };
  }

  private async assertPayable(checkout: Checkout, intent: PaymentIntent): Promise<void> {
    const isCanceled = intent.status === 'canceled';
    if (!isCanceled && !PAYABLE.has(intent.status)) throw new CheckoutClosedError();
    if (checkout.declines >= MAX_DECLINES) {
      if (await this.closeCheckout.close(checkout)) throw new TooManyDeclinesError();
      throw new CheckoutClosedError();
    }
    if (isCanceled) throw new CheckoutReplacedError();
    if (checkout.status !== 'open') throw new CheckoutClosedError();
  }

  /** One buyer pays one checkout: another browser's or tab's, prepared for the same address, can no longer be paid. */
  private async closeOtherCheckoutsOf({ emailNormalized }: KnownBuyer, checkoutId: string): Promise<void> {
    for (const other of await this.checkouts.findOtherOpenOfBuyer(checkoutId, emailNormalized)) {
      if (!(await this.closeCheckout.close(other))) throw new CheckoutClosedError();
    }
  }
}

const PAYABLE = new Set(['requires_payment_method', 'requires_confirmation', 'requires_action']);

function sameSecret(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
