import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import { DomainError, ValidationError } from '../../../platform/domain-error.js';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { SignedInUser } from '../access/signed-in-user.js';
import { CurrentPasswordInvalidError } from '../core/auth-errors.js';
import { MfaRequirement } from '../factors/mfa-requirement.js';
import { SessionsRepository } from '../sessions/persistence/sessions.repository.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { VerifyOwner } from './verify-owner.js';

/** How recently a user without a password must have signed in. */
const RECENT_SIGN_IN_SECONDS = 600;

type Caller = Pick<AuthenticatedCaller, 'userId' | 'sessionId' | 'aal'>;

/** Confirms that a caller owns the account before an irreversible action: an unattended session is not enough. */
@Injectable()
export class ConfirmOwner {
  constructor(
    private readonly signedInUser: SignedInUser,
    private readonly verifyOwner: VerifyOwner,
    private readonly mfa: MfaRequirement,
    private readonly sessions: SessionsRepository,
    private readonly clock: RealClock,
  ) {}

  async requiresPassword(userId: string): Promise<boolean> {
    return (await this.signedInUser.find(userId)).passwordHash != null;
  }

  /**
   * Call outside a transaction: a wrong password counts as a failed sign-in. Without a password, the session must be new. Throws
   * `insufficient_aal`, `validation_failed`, `wrong_password`, `reauthentication_needed`, `rate_limited`.
   */
  async confirm(caller: Caller, password: string | undefined): Promise<void> {
    const user = await this.signedInUser.find(caller.userId);
    await this.assertMfaCompleted(user, caller);
    if (user.passwordHash != null) await this.assertPassword(user, password);
    else await this.assertRecentSignIn(caller.sessionId);
  }

  /** For a user with a second factor, a stolen password must not be enough. Throws `insufficient_aal`. */
  async confirmMfa(caller: Caller): Promise<void> {
    await this.assertMfaCompleted(await this.signedInUser.find(caller.userId), caller);
  }

  private async assertMfaCompleted(user: UserEntity, caller: Caller): Promise<void> {
    if (await this.mfa.isRequired(user, caller))
      throw new DomainError('forbidden', 'insufficient_aal', 'Complete two-factor authentication first.');
  }

  private async assertPassword(user: UserEntity, password: string | undefined): Promise<void> {
    if (!password) throw new ValidationError([{ field: 'password', message: 'Enter your password.' }]);
    try {
      await this.verifyOwner.assertCurrentPassword(user, password);
    } catch (error) {
      if (!(error instanceof CurrentPasswordInvalidError)) throw error;
      throw new DomainError('invalid', 'wrong_password', "That password isn't right. Please try again.");
    }
  }

  private async assertRecentSignIn(sessionId: string): Promise<void> {
    const openedAt = await this.sessions.findCreatedAt(sessionId);
    if (openedAt && openedAt > this.clock.in(-RECENT_SIGN_IN_SECONDS)) return;
    throw new DomainError(
      'forbidden',
      'reauthentication_needed',
      "Please sign in again to confirm it's you.",
    );
  }
}
