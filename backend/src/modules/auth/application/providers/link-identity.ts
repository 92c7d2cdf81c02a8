import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { Settings } from '../../../../platform/config/settings.js';
import { EmailNotConfirmedError, UserBannedError } from '../../domain/auth-errors.js';
import { normalizeEmail } from '../../domain/email-address.js';
import type { ExternalIdentity } from '../../domain/external-identity.js';
import {
  IdentityExistsError,
  IdentityNotFoundError,
  LastIdentityError,
  LinkingDisabledError,
  EmailIdentityError,
} from '../../domain/provider-errors.js';
import { UserDeletedError } from '../../domain/session-errors.js';
import { ManagedBySsoError } from '../../domain/sso-errors.js';
import { isBanned, type UserEntity } from '../../persistence/user.entity.js';
import { UsersRepository } from '../../persistence/users.repository.js';
import { IdentitiesRepository } from '../../persistence/identities.repository.js';
import { ConfirmEmail } from '../users/confirm-email.js';
import { MfaRequirement } from '../factors/mfa-requirement.js';
import type { AuthenticatedCaller } from '../sessions/authenticate-caller.js';
import { SaveIdentity } from './save-identity.js';

/** Not elsewhere: the account's own address and number. */
const OWN = ['email', 'phone'];

/** What the owner of an account may do about the external accounts that open it. */
@Injectable()
export class LinkIdentity {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly identities: IdentitiesRepository,
    private readonly mfa: MfaRequirement,
    private readonly saveIdentity: SaveIdentity,
    private readonly confirmEmail: ConfirmEmail,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Throws `manual_linking_disabled`; `insufficient_aal` where a second factor guards the account and was not shown. */
  async assertAllowed(caller: AuthenticatedCaller): Promise<void> {
    if (!this.settings.auth.manualLinking) throw new LinkingDisabledError();
    const user = await this.users.findById(caller.userId);
    if (!user) throw new UserDeletedError();
    if (user.isSsoUser) throw new ManagedBySsoError();
    assertConfirmed(user);
    await this.mfa.assertCompleted(user, caller, 'unauthenticated');
  }

  /**
   * In a transaction. An identity opens one account: throws `identity_already_exists`, for the own one too. What {@link assertAllowed} found
   * may have changed while someone was away: throws `insufficient_aal` for a session that has fallen back meanwhile.
   */
  async link(
    { userId, aal }: Pick<AuthenticatedCaller, 'userId' | 'aal'>,
    identity: ExternalIdentity,
  ): Promise<UserEntity> {
    const stored = await this.identities.lock(identity.provider, identity.subject);
    if (stored) {
      const whose = stored.userId === userId ? '' : ' to another user';
      throw new IdentityExistsError(`Identity is already linked${whose}`);
    }
    const holder = await this.holderOf(userId, identity);
    const user = await this.users.lockById(userId);
    if (!user) throw new UserDeletedError();
    if (isBanned(user, this.clock.now())) throw new UserBannedError('forbidden');
    assertConfirmed(user);
    await this.mfa.assertCompleted(user, { aal }, 'unauthenticated');
    await this.saveIdentity.add(user, identity);
    if (user.email == null && holder === null) await this.adoptEmail(user, identity);
    user.isAnonymous = false;
    return user;
  }

  /** Throws `identity_not_found`, `single_identity_not_deletable`, `email_conflict_identity_not_deletable`. */
  async unlink(caller: AuthenticatedCaller, identityId: string): Promise<void> {
    await this.assertAllowed(caller);
    await this.database.transaction(async () => {
      const user = await this.users.lockById(caller.userId);
      if (!user) throw new UserDeletedError();
      const identities = await this.users.identitiesOf(user.id);
      const stored = identities.find(({ id }) => id === identityId);
      if (!stored) throw new IdentityNotFoundError();
      if (identities.length === 1) throw new LastIdentityError();
      if (OWN.includes(stored.provider)) throw new EmailIdentityError();
      await this.saveIdentity.remove(user, stored);
    });
  }

  /**
   * Who has the address that the provider vouches for; undefined where that does not matter, because the account has an address of its
   * own. The address is held before the account, as everybody takes them.
   */
  private async holderOf(
    userId: string,
    { email, emailVerified }: ExternalIdentity,
  ): Promise<UserEntity | null | undefined> {
    if (email === null || !emailVerified) return undefined;
    const user = await this.users.findById(userId);
    return user?.email == null ? this.users.lockByEmail(email) : undefined;
  }

  /** An account without an address gets the one that came with the identity. */
  private async adoptEmail(user: UserEntity, { email, provider }: ExternalIdentity): Promise<void> {
    if (email === null) return;
    user.email = email;
    user.emailNormalized = normalizeEmail(email);
    await this.confirmEmail.confirm(user, { method: `provider ${provider}`, keepCredentials: true });
  }
}

/** Until the mailbox is confirmed no one knows whose account it is, so nothing is joined to it. */
function assertConfirmed(user: UserEntity): void {
  if (user.email != null && user.emailConfirmedAt == null) throw new EmailNotConfirmedError();
}
