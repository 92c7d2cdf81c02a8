import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import type { Caller } from '../../../platform/security/access.js';
import { Accounts, normaliseEmail, Passwords } from '../../auth/index.js';
import { AlreadySubscribedError, EmailExistsError, ForeignEmailError } from '../domain/checkout-errors.js';
import { MOST_PASSWORD_TRIES, type Checkout, type PreparedBuyer } from '../domain/checkout.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { SubscriptionsRepository } from '../persistence/subscriptions.repository.js';
import { assertAddress, namedBuyer } from './buyer.js';

export type KnownBuyer = Omit<PreparedBuyer, 'signedIn' | 'cookieHash' | 'ipHash'>;

/** Finds out who is about to buy, without saying whether an account exists. */
@Injectable()
export class IdentifyBuyer {
  constructor(
    private readonly checkouts: CheckoutsRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly clock: Clock,
  ) {}

  /** Throws an error that names the field, {@link EmailExistsError} or {@link AlreadySubscribedError}. */
  identify(
    checkout: Checkout,
    request: { caller: Caller | undefined; email?: string; fullName?: string; password?: string },
  ): Promise<KnownBuyer> {
    return request.caller
      ? this.signedInBuyer(request.caller, request)
      : this.strangerAsBuyer(checkout, request);
  }

  private async signedInBuyer(caller: Caller, { email }: { email?: string }): Promise<KnownBuyer> {
    assertAddress(caller);
    if (email !== undefined && normaliseEmail(email) !== normaliseEmail(caller.email))
      throw new ForeignEmailError();
    await this.assertNoPlan(caller.accountId);
    const account = await this.accounts.findById(caller.accountId);
    return this.buyerOf(caller.email, account?.fullName ?? '', null, caller.accountId);
  }

  /** Order matters: the strength of a new password is judged before anything is said about the address. */
  private async strangerAsBuyer(
    checkout: Checkout,
    request: { email?: string; fullName?: string; password?: string },
  ): Promise<KnownBuyer> {
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

  private buyerOf(
    email: string,
    fullName: string,
    passwordHash: string | null,
    accountId: string | null,
  ): KnownBuyer {
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
