import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { UserBannedError, ManagedBySsoError, SignUpDisabledError } from '../core/auth-errors.js';
import { normalizeEmail } from '../core/email-and-phone.js';
import { AuthEmails, type LinkDestination } from '../email-otp/auth-emails.js';
import { ConfirmEmail } from '../email-otp/confirm-email.js';
import { isBanned, type UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import type { ExternalIdentity } from './domain/external-identity.js';
import { EmailMissingError } from './domain/provider-errors.js';
import { IdentitiesRepository } from './persistence/identities.repository.js';
import { SaveIdentity } from './save-identity.js';

export interface ResolveIdentityOptions extends Pick<LinkDestination, 'redirectTo'> {
  /** Whether a user may be created without an email. */
  emailOptional: boolean;
  /** Whether a new user is managed by an SSO identity provider, which then controls their credentials. */
  isSsoUser?: boolean;
}

/**
 * Finds or creates the user for an external identity. A provider-verified email counts as confirmed: the identity is linked to the
 * user with that email, and takes over an unconfirmed one. An unverified email grants no access; its owner gets an email to confirm
 * it.
 */
@Injectable()
export class ResolveIdentity {
  constructor(
    private readonly users: UsersRepository,
    private readonly identities: IdentitiesRepository,
    private readonly saveIdentity: SaveIdentity,
    private readonly confirmEmail: ConfirmEmail,
    private readonly emails: AuthEmails,
    private readonly settings: Settings,
    private readonly clock: RealClock,
  ) {}

  /** Counts the email that {@link resolve} may send. Call before the transaction. Throws `over_email_send_rate_limit`. */
  async countConfirmationEmail(identity: ExternalIdentity): Promise<void> {
    if (identity.email === null || identity.emailVerified) return;
    const stored = await this.identities.find(identity.provider, identity.subject);
    const user = stored && (await this.users.findById(stored.userId));
    if (user && maySignIn(user)) return;
    await this.emails.count('signup', identity.email);
  }

  /**
   * Call inside a transaction. Undefined if an email was requested instead; that request must be committed, so this does not throw.
   * Throws `user_banned`, `signup_disabled`, `email_address_not_provided`, `user_sso_managed`.
   */
  async resolve(identity: ExternalIdentity, input: ResolveIdentityOptions): Promise<UserEntity | undefined> {
    const stored = await this.identities.lock(identity.provider, identity.subject);
    if (!stored) return this.createUser(identity, input);
    const user = await this.users.lockById(stored.userId);
    if (!user) throw new Error('identity has no user');
    this.assertNotBanned(user);
    if (maySignIn(user)) {
      this.saveIdentity.refresh(user, stored, identity);
      return user;
    }
    if (!matchesVerifiedEmail(identity, user)) return this.requestConfirmation(user, input);
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
    const existing = await this.users.lockByEmail(email);
    if (existing) this.assertNotBanned(existing);
    else this.assertSignUpEnabled();
    // Someone whose company removed them from its identity provider must not get in through another provider.
    if (existing?.isSsoUser && !input.isSsoUser) throw new ManagedBySsoError();
    if (!emailVerified) {
      if (!existing)
        return this.requestConfirmation(await this.saveIdentity.createUser(identity, input.isSsoUser), input);
      // A regular sign-in link: the user can link the provider once they are signed in.
      await this.emails.requestMagicLink(existing, input);
      return undefined;
    }
    if (!existing) return this.createConfirmed(identity, input);
    if (existing.emailConfirmedAt == null) return this.reassign(existing, identity);
    await this.saveIdentity.add(existing, identity);
    return existing;
  }

  private async createConfirmed(
    identity: ExternalIdentity,
    { isSsoUser }: ResolveIdentityOptions,
  ): Promise<UserEntity> {
    const user = await this.saveIdentity.createUser(identity, isSsoUser);
    await this.confirmEmail.confirm(user, { method: `provider ${identity.provider}`, keepCredentials: true });
    return user;
  }

  /** The person who created the user never confirmed the email; the owner of this identity has. */
  private async reassign(user: UserEntity, identity: ExternalIdentity): Promise<UserEntity> {
    await this.confirmEmail.confirm(user, {
      method: `provider ${identity.provider}`,
      keepCredentials: false,
    });
    await this.saveIdentity.add(user, identity);
    return user;
  }

  /** The identity stays linked and grants access once the email is confirmed. */
  private async requestConfirmation(
    user: UserEntity,
    destination: ResolveIdentityOptions,
  ): Promise<undefined> {
    await this.emails.requestConfirmation(user, destination);
  }

  private assertNotBanned(user: UserEntity): void {
    if (isBanned(user, this.clock.now())) throw new UserBannedError('forbidden');
  }

  private assertSignUpEnabled(): void {
    if (this.settings.auth.signupEnabled) return;
    throw new SignUpDisabledError();
  }
}

/** A user without an email has nothing to confirm. */
function maySignIn({ email, emailConfirmedAt }: UserEntity): boolean {
  return email == null || emailConfirmedAt != null;
}

function matchesVerifiedEmail({ email, emailVerified }: ExternalIdentity, user: UserEntity): boolean {
  return emailVerified && email !== null && normalizeEmail(email) === user.emailNormalized;
}
