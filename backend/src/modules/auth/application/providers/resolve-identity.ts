import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import { FeatureDisabledError, UserBannedError } from '../../domain/auth-errors.js';
import { normalizeEmail } from '../../domain/email-address.js';
import { userConfirmationRequested, userMagicLinkRequested } from '../../domain/events.js';
import type { ExternalIdentity } from '../../domain/external-identity.js';
import { EmailMissingError } from '../../domain/provider-errors.js';
import { ManagedBySsoError } from '../../domain/sso-errors.js';
import { isBanned, type UserEntity } from '../../persistence/user.entity.js';
import { UsersRepository } from '../../persistence/users.repository.js';
import { IdentitiesRepository } from '../../persistence/identities.repository.js';
import { ConfirmEmail } from '../users/confirm-email.js';
import { EmailRateLimit } from '../sign-up/email-rate-limit.js';
import { SaveIdentity } from './save-identity.js';

export interface ResolveIdentityOptions {
  /** Where an email that is needed first leads; judged already, null for the site. */
  redirectTo: string | null;
  /** Whether someone may have an account without an address. */
  emailOptional: boolean;
  /** Whether a new account is an identity provider's, which then keeps what its owner signs in with. */
  isSsoUser?: boolean;
}

/**
 * Finds the account of someone who proved who he is elsewhere, or makes one. An address that the provider vouches for is proof of
 * the mailbox: it joins the account that has it, and takes an unconfirmed account over. An address that it does not vouch for
 * opens nothing; its owner is asked by email.
 */
@Injectable()
export class ResolveIdentity {
  constructor(
    private readonly users: UsersRepository,
    private readonly identities: IdentitiesRepository,
    private readonly saveIdentity: SaveIdentity,
    private readonly confirmEmail: ConfirmEmail,
    private readonly emailRateLimit: EmailRateLimit,
    private readonly outbox: Outbox,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Before the transaction: counts the email that recognizing will need. Throws `over_email_send_rate_limit`. */
  async countConfirmationEmail(identity: ExternalIdentity): Promise<void> {
    if (identity.email === null || identity.emailVerified) return;
    const known = await this.identities.find(identity.provider, identity.subject);
    const user = known && (await this.users.findById(known.userId));
    if (user && maySignIn(user)) return;
    await this.emailRateLimit.count('signup', identity.email);
  }

  /**
   * In a transaction. Undefined when an email was asked for instead: that must be committed, so nothing is thrown. Throws
   * `user_banned`, `signup_disabled`, `email_address_not_provided`, `user_sso_managed`.
   */
  async resolve(identity: ExternalIdentity, input: ResolveIdentityOptions): Promise<UserEntity | undefined> {
    const stored = await this.identities.lock(identity.provider, identity.subject);
    if (!stored) return this.createUser(identity, input);
    const user = await this.users.lockById(stored.userId);
    if (!user) throw new Error('an identity without its account');
    this.assertNotBanned(user);
    if (maySignIn(user)) {
      this.saveIdentity.refresh(user, stored, identity);
      return user;
    }
    if (!vouchesFor(identity, user)) return this.requestConfirmation(user, input);
    return this.reassign(user, identity);
  }

  private async createUser(
    identity: ExternalIdentity,
    input: ResolveIdentityOptions,
  ): Promise<UserEntity | undefined> {
    const { provider, email, emailVerified } = identity;
    if (email === null) {
      if (!input.emailOptional) throw new EmailMissingError(provider);
      this.assertSignUpEnabled();
      return this.saveIdentity.createUser(identity);
    }
    const present = await this.users.lockByEmail(email);
    if (present) this.assertNotBanned(present);
    else this.assertSignUpEnabled();
    // Whom his company's identity provider lets in no more must not come by another door.
    if (present?.isSsoUser && !input.isSsoUser) throw new ManagedBySsoError();
    if (!emailVerified) {
      return present
        ? this.sendSignInEmail(present, input)
        : this.requestConfirmation(await this.saveIdentity.createUser(identity, input.isSsoUser), input);
    }
    if (!present) return this.createConfirmed(identity, input);
    if (present.emailConfirmedAt == null) return this.reassign(present, identity);
    await this.saveIdentity.add(present, identity);
    return present;
  }

  private async createConfirmed(
    identity: ExternalIdentity,
    { isSsoUser }: ResolveIdentityOptions,
  ): Promise<UserEntity> {
    const user = await this.saveIdentity.createUser(identity, isSsoUser);
    await this.confirmEmail.confirm(user, { method: `provider ${identity.provider}`, keepCredentials: true });
    return user;
  }

  /** The person who made the account never showed to have the mailbox; the person who comes now has. */
  private async reassign(user: UserEntity, identity: ExternalIdentity): Promise<UserEntity> {
    await this.confirmEmail.confirm(user, {
      method: `provider ${identity.provider}`,
      keepCredentials: false,
    });
    await this.saveIdentity.add(user, identity);
    return user;
  }

  /** The identity is kept, and opens the account once the mailbox has agreed. */
  private async requestConfirmation(
    user: UserEntity,
    { redirectTo }: ResolveIdentityOptions,
  ): Promise<undefined> {
    user.confirmationSentAt = this.clock.now();
    await this.outbox.emit(userConfirmationRequested, { userId: user.id, redirectTo });
  }

  /** Of an account that was there before the email tells nothing new: its owner links the provider when he is signed in. */
  private async sendSignInEmail(
    user: UserEntity,
    { redirectTo }: ResolveIdentityOptions,
  ): Promise<undefined> {
    user.recoverySentAt = this.clock.now();
    await this.outbox.emit(userMagicLinkRequested, { userId: user.id, redirectTo });
  }

  private assertNotBanned(user: UserEntity): void {
    if (isBanned(user, this.clock.now())) throw new UserBannedError('forbidden');
  }

  private assertSignUpEnabled(): void {
    if (this.settings.auth.signupEnabled) return;
    throw new FeatureDisabledError('invalid', 'signup_disabled', 'Signups not allowed for this instance');
  }
}

/** An account without an address has nothing to prove. */
function maySignIn({ email, emailConfirmedAt }: UserEntity): boolean {
  return email == null || emailConfirmedAt != null;
}

function vouchesFor({ email, emailVerified }: ExternalIdentity, user: UserEntity): boolean {
  return emailVerified && email !== null && normalizeEmail(email) === user.emailNormalized;
}
