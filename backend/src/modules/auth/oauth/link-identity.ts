import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { UserDeletedError } from '../access/session-errors.js';
import { EmailNotConfirmedError, UserBannedError, ManagedBySsoError } from '../core/auth-errors.js';
import { normalizeEmail } from '../core/email-and-phone.js';
import { ConfirmEmail } from '../email-otp/confirm-email.js';
import { MfaRequirement } from '../factors/mfa-requirement.js';
import { isBanned, type UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import type { ExternalIdentity } from './domain/external-identity.js';
import { IdentityExistsError, LinkingDisabledError } from './domain/provider-errors.js';
import { IdentitiesRepository } from './persistence/identities.repository.js';
import { SaveIdentity } from './save-identity.js';

/** Links external identities to the caller's account. */
@Injectable()
export class LinkIdentity {
  constructor(
    private readonly users: UsersRepository,
    private readonly identities: IdentitiesRepository,
    private readonly mfa: MfaRequirement,
    private readonly saveIdentity: SaveIdentity,
    private readonly confirmEmail: ConfirmEmail,
    private readonly settings: Settings,
    private readonly clock: RealClock,
  ) {}

  /**
   * Whether the caller may link and unlink identities. Throws `manual_linking_disabled`, `user_sso_managed`, `email_not_confirmed`, and `insufficient_aal` if the user has a second
   * factor and the session is at `aal1`.
   */
  async assertAllowed(caller: AuthenticatedCaller): Promise<void> {
    if (!this.settings.auth.manualLinking) throw new LinkingDisabledError();
    const user = await this.users.findById(caller.userId);
    if (!user) throw new UserDeletedError();
    if (user.isSsoUser) throw new ManagedBySsoError();
    assertConfirmed(user);
    await this.mfa.assertCompleted(user, caller, 'unauthenticated');
  }

  /**
   * Call inside a transaction. Repeats the checks of {@link assertAllowed} that may have changed while the user was at the provider.
   * Throws `identity_already_exists` if any user has the identity, the caller included.
   */
  async link(
    { userId, aal }: Pick<AuthenticatedCaller, 'userId' | 'aal'>,
    identity: ExternalIdentity,
  ): Promise<UserEntity> {
    const stored = await this.identities.lock(identity.provider, identity.subject);
    if (stored) {
      const owner = stored.userId === userId ? '' : ' to another user';
      throw new IdentityExistsError(`Identity is already linked${owner}`);
    }
    const holder = await this.lockEmailOwner(userId, identity);
    const user = await this.users.lockById(userId);
    if (!user) throw new UserDeletedError();
    if (isBanned(user, this.clock.now())) throw new UserBannedError('forbidden');
    assertConfirmed(user);
    await this.mfa.assertCompleted(user, { aal }, 'unauthenticated');
    await this.saveIdentity.add(user, identity);
    if (user.email == null && holder === null) await this.setEmailFrom(identity, user);
    user.isAnonymous = false;
    return user;
  }

  /**
   * The user who has the provider-verified address, locked. Undefined if it does not matter because the caller already has an email.
   * Locks the address before the user, as every caller does.
   */
  private async lockEmailOwner(
    userId: string,
    { email, emailVerified }: ExternalIdentity,
  ): Promise<UserEntity | null | undefined> {
    if (email === null || !emailVerified) return undefined;
    const user = await this.users.findById(userId);
    return user?.email == null ? this.users.lockByEmail(email) : undefined;
  }

  /** Gives a user without an email the one from the identity. */
  private async setEmailFrom({ email, provider }: ExternalIdentity, user: UserEntity): Promise<void> {
    if (email === null) return;
    user.email = email;
    user.emailNormalized = normalizeEmail(email);
    await this.confirmEmail.confirm(user, { method: `provider ${provider}`, keepCredentials: true });
  }
}

/** Nothing is linked to an account until its email is confirmed: it may belong to someone else. */
function assertConfirmed(user: UserEntity): void {
  if (user.email != null && user.emailConfirmedAt == null) throw new EmailNotConfirmedError();
}
