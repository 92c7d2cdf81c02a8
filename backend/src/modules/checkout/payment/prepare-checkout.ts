import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { Caller } from '../../../platform/security/access.js';
import { Captcha } from '../../../platform/security/captcha.js';
import { DeclineLimits } from '../../billing/index.js';
import { CheckoutClosedError, CheckoutCookieMismatchError } from '../domain/checkout-errors.js';
import { hashCookie, newCheckoutCookie } from './cookie-secret.js';
import type { PreparedBuyer } from '../domain/checkout.js';
import type { CheckoutEntity } from '../persistence/checkout.entity.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { CloseCheckout } from '../close-checkout.js';
import { FindPayableCheckout } from './find-payable-checkout.js';
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
    private readonly payableCheckout: FindPayableCheckout,
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
    const checkout = await this.payableCheckout.find(request);
    // Before the captcha: its token is valid only once, and the browser repeats this call with a new intent.
    if (!request.cookie || hashCookie(request.cookie) !== checkout.cookieHash)
      throw new CheckoutCookieMismatchError();
    // For every buyer: whether a captcha is required must not reveal anything about the email address.
    await this.captcha.check(request.captchaToken);
    const buyer = await this.buyers.identify(checkout, request);
    const cookie = newCheckoutCookie();
    const prepared = {
      ...buyer,
      signedIn: request.caller !== undefined,
      cookieHash: hashCookie(cookie),
      ipHash: this.declineLimits.hashIp(request.ip),
    };
    do await this.closeOtherCheckouts(buyer, checkout.id);
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
      if ((await this.checkouts.findOtherOpenByBuyer(checkout.id, buyer.emailNormalized)).length > 0)
        return false;
      this.checkouts.prepare(current, buyer);
      return true;
    });
  }

  /** A buyer can pay only one checkout: others prepared for the same email address, in any tab or browser, are closed. */
  private async closeOtherCheckouts({ emailNormalized }: IdentifiedBuyer, checkoutId: string): Promise<void> {
    for (const other of await this.checkouts.findOtherOpenByBuyer(checkoutId, emailNormalized)) {
      if (!(await this.closeCheckout.close(other))) throw new CheckoutClosedError();
    }
  }
}
