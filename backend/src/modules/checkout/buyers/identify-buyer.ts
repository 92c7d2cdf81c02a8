import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import type { Caller } from '../../../platform/security/access.js';
import { AccountDeletions, Users, normalizeEmail, Passwords } from '../../auth/index.js';
import { AlreadySubscribedError, EmailExistsError, EmailMismatchError } from '../domain/checkout-errors.js';
import { MAX_PASSWORD_ATTEMPTS, type PreparedBuyer } from '../domain/checkout.js';
import type { CheckoutEntity } from '../persistence/checkout.entity.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { Subscriptions } from '../../subscriptions/index.js';
import { assertHasEmail, parseBuyer } from './buyer.js';

export type IdentifiedBuyer = Omit<PreparedBuyer, 'signedIn' | 'cookieHash' | 'ipHash'>;

/** Identifies the buyer without revealing whether an account exists. */
@Injectable()
export class IdentifyBuyer {
  constructor(
    private readonly checkouts: CheckoutsRepository,
    private readonly subscriptions: Subscriptions,
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly deletions: AccountDeletions,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws a `ValidationError`, {@link EmailMismatchError}, {@link EmailExistsError}, {@link AlreadySubscribedError} or
   * `account_deletion_scheduled`.
   */
  identify(
    checkout: CheckoutEntity,
    request: { caller: Caller | undefined; email?: string; fullName?: string; password?: string },
  ): Promise<IdentifiedBuyer> {
    return request.caller
      ? this.signedInBuyer(request.caller, request)
      : this.signedOutBuyer(checkout, request);
  }

  private async signedInBuyer(caller: Caller, { email }: { email?: string }): Promise<IdentifiedBuyer> {
    assertHasEmail(caller);
    if (email !== undefined && normalizeEmail(email) !== normalizeEmail(caller.email))
      throw new EmailMismatchError();
    await this.assertNoPlan(caller.userId);
    await this.deletions.assertNone(caller.userId);
    const user = await this.users.findById(caller.userId);
    return this.toBuyer(caller.email, user?.fullName ?? '', null, caller.userId);
  }

  /** Order matters: check the password's strength before revealing anything about the email address. */
  private async signedOutBuyer(
    checkout: CheckoutEntity,
    request: { email?: string; fullName?: string; password?: string },
  ): Promise<IdentifiedBuyer> {
    const { email, fullName, password } = parseBuyer(request);
    this.passwords.assertStrong(password, { email, fullName });
    const user = await this.users.findByEmail(email);
    const plan = user && (await this.subscriptions.findActiveByUser(user.id));
    if (!user || (!user.emailConfirmedAt && !plan)) {
      return this.toBuyer(email, fullName, await this.passwords.hash(password, { email, fullName }), null);
    }
    const owner = await this.verifyOwner(checkout, email, password);
    if (!owner) throw new EmailExistsError();
    if (plan) throw new AlreadySubscribedError(plan);
    await this.deletions.assertNone(owner.id);
    return this.toBuyer(owner.email, owner.fullName || fullName, null, owner.id);
  }

  /** Limits guesses per checkout; after that, every password counts as wrong. */
  private async verifyOwner(checkout: CheckoutEntity, email: string, password: string) {
    if (checkout.passwordAttempts >= MAX_PASSWORD_ATTEMPTS) return undefined;
    await this.checkouts.countPasswordAttempt(checkout.id);
    return this.passwords.verify(email, password);
  }

  private async assertNoPlan(userId: string): Promise<void> {
    const plan = await this.subscriptions.findActiveByUser(userId);
    if (plan) throw new AlreadySubscribedError(plan);
  }

  private toBuyer(
    email: string,
    fullName: string,
    passwordHash: string | null,
    userId: string | null,
  ): IdentifiedBuyer {
    return {
      email,
      emailNormalized: normalizeEmail(email),
      fullName,
      passwordHash,
      userId,
      termsVersion: TERMS_VERSION,
      termsAcceptedAt: this.clock.now(),
    };
  }
}
