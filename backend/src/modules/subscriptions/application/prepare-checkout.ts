import { createHash, timingSafeEqual } from 'node:crypto';
import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';
import type { Caller } from '../../../platform/security/access.js';
import { Captcha } from '../../../platform/security/captcha.js';
import { Accounts, normaliseEmail, Passwords } from '../../auth/index.js';
import { PaymentProvider, type PaymentIntent } from '../../billing/index.js';
import {
  AlreadySubscribedError,
  CheckoutClosedError,
  CheckoutNotFoundError,
  CheckoutReplacedError,
  EmailExistsError,
  ForeignEmailError,
} from '../domain/checkout-errors.js';
import { MOST_PASSWORD_TRIES, type Buyer, type Checkout } from '../domain/checkout.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { SubscriptionsRepository } from '../persistence/subscriptions.repository.js';
import { assertAddress, namedBuyer } from './buyer.js';
import { CloseCheckout } from './close-checkout.js';
import { assertSamePlan } from './chosen-offer.js';

export interface PrepareCheckoutRequest {
  clientSecret: string;
  planName: string;
  amount: number;
  email?: string;
  fullName?: string;
  password?: string;
  captchaToken?: string;
  caller: Caller | undefined;
}

type PreparedBuyer = Buyer & { emailNormalised: string; accountId: string | null };

/**
 * Learns who is buying just before the card is charged, and refuses then whatever can be known then. After the charge nothing
 * refuses the money any more.
 */
@Injectable()
export class PrepareCheckout {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly checkouts: CheckoutsRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly captcha: Captcha,
    private readonly closeCheckout: CloseCheckout,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async prepare(request: PrepareCheckoutRequest): Promise<void> {
    const { checkout, intent } = await this.ownCheckout(request.clientSecret);
    assertSamePlan(checkout, request);
    assertPayable(checkout, intent);
    // Known address or not, signed in or not: who is asked to show himself must say nothing about the address.
    await this.captcha.check(request.captchaToken);
    const buyer = request.caller
      ? await this.signedInBuyer(request.caller, request)
      : await this.strangerAsBuyer(checkout, request);
    await this.stopOtherCheckoutsOf(buyer, checkout.id);
    await this.database.transaction(async () => {
      const current = await this.checkouts.lock(checkout.id);
      if (current.status !== 'open') throw new CheckoutClosedError();
      await this.checkouts.prepare(checkout.id, buyer);
    });
  }

  /** The client secret proves that the checkout is the caller's own. */
  private async ownCheckout(clientSecret: string): Promise<{ checkout: Checkout; intent: PaymentIntent }> {
    const [, intentId] = /^(pi_[A-Za-z0-9_]+?)_secret_/.exec(clientSecret) ?? [];
    const checkout = intentId ? await this.checkouts.findByIntent(intentId) : undefined;
    if (!checkout) throw new CheckoutNotFoundError();
    const intent = await this.provider.findIntent(intentId!);
    if (!intent || !sameSecret(intent.clientSecret, clientSecret)) throw new CheckoutNotFoundError();
    return { checkout, intent };
  }

  private async signedInBuyer(caller: Caller, { email }: { email?: string }): Promise<PreparedBuyer> {
    assertAddress(caller);
    if (email !== undefined && normaliseEmail(email) !== normaliseEmail(caller.email))
      throw new ForeignEmailError();
    await this.assertNoPlan(caller.accountId);
    const account = await this.accounts.findById(caller.accountId);
    return this.buyerOf(caller.email, account?.fullName ?? '', null, caller.accountId);
  }

  /** Order matters: the strength of a new password is judged before anything is said about the address. */
  private async strangerAsBuyer(checkout: Checkout, request: PrepareCheckoutRequest): Promise<PreparedBuyer> {
    const { email, fullName, password } = namedBuyer(request);
    this.passwords.assertStrong(password);
    const account = await this.accounts.findByEmail(email);
    const plan = account && (await this.subscriptions.findLiveOf(account.id));
    if (!account || (!account.emailProvenAt && !plan)) {
      return this.buyerOf(email, fullName, await this.passwords.hash(password), null);
    }
    const owner = await this.proveOwner(checkout, email, password);
    if (!owner) throw new EmailExistsError();
    if (plan) throw new AlreadySubscribedError(plan);
    return this.buyerOf(owner.email, owner.fullName || fullName, null, owner.id);
  }

  /** Only so many guesses a checkout; beyond them every password counts as wrong. */
  private async proveOwner(checkout: Checkout, email: string, password: string) {
    if (checkout.passwordTries >= MOST_PASSWORD_TRIES) return undefined;
    await this.checkouts.countPasswordTry(checkout.id);
    return this.passwords.proveOwner(email, password);
  }

  private async assertNoPlan(accountId: string): Promise<void> {
    const plan = await this.subscriptions.findLiveOf(accountId);
    if (plan) throw new AlreadySubscribedError(plan);
  }

  /** One buyer pays one checkout: another browser's or tab's, prepared for the same address, can no longer be paid. */
  private async stopOtherCheckoutsOf({ emailNormalised }: PreparedBuyer, checkoutId: string): Promise<void> {
    for (const other of await this.checkouts.findOtherOpenOfBuyer(checkoutId, emailNormalised)) {
      if (!(await this.closeCheckout.close(other))) throw new CheckoutClosedError();
    }
  }

  private buyerOf(
    email: string,
    fullName: string,
    passwordHash: string | null,
    accountId: string | null,
  ): PreparedBuyer {
    return {
      email,
      emailNormalised: normaliseEmail(email),
      fullName,
      passwordHash,
      accountId,
      termsVersion: TERMS_VERSION,
      termsAcceptedAt: this.clock.now(),
    };
  }
}

const PAYABLE = new Set(['requires_payment_method', 'requires_confirmation', 'requires_action']);

function assertPayable(checkout: Checkout, intent: PaymentIntent): void {
  if (intent.status === 'canceled') throw new CheckoutReplacedError();
  if (checkout.status !== 'open' || !PAYABLE.has(intent.status)) throw new CheckoutClosedError();
}

function sameSecret(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
