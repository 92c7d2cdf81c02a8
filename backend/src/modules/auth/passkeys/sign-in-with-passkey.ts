import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { RealClock } from '../../../platform/clock.js';
import { DomainError } from '../../../platform/domain-error.js';
import { Captcha } from '../../../platform/security/captcha.js';
import { byAnonymous } from '../core/audit-entries.js';
import { UserBannedError } from '../core/auth-errors.js';
import { SessionGrants, type SessionWithUser, type SessionGrant } from '../sessions/session-grants.js';
import { isBanned } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { PasskeyCeremonies, type PasskeyChallenge } from './passkey-ceremonies.js';
import { PasskeyRejectedError } from './passkey-errors.js';
import type { PasskeyEntity } from './passkey.entity.js';
import { PasskeysRepository } from './passkeys.repository.js';

/**
 * Signs in with a discoverable passkey, without an email or password. The authenticator verifies the user, so the session
 * starts at `aal2`.
 */
@Injectable()
export class SignInWithPasskey {
  constructor(
    private readonly captcha: Captcha,
    private readonly users: UsersRepository,
    private readonly passkeys: PasskeysRepository,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly sessionGrants: SessionGrants,
    private readonly audit: Audit,
    private readonly clock: RealClock,
  ) {}

  async createOptions(captchaToken: string | undefined): Promise<PasskeyChallenge> {
    await this.captcha.check(captchaToken);
    return this.ceremonies.startAuthentication();
  }

  /** Unknown passkeys and invalid signatures get the same error. A valid passkey may still throw `user_banned` or `email_not_confirmed`. */
  async signIn(challengeId: string, response: unknown): Promise<SessionGrant> {
    const { passkey, counter } = await this.ceremonies.verifyAuthentication(challengeId, response);
    if (!passkey || counter === undefined) {
      await this.audit.record(byAnonymous(passkey?.userId, 'passkey.rejected'));
      throw new PasskeyRejectedError();
    }
    return this.sessionGrants.grantAfter(() => this.open(passkey, counter));
  }

  private async open({ id, userId }: PasskeyEntity, counter: number): Promise<SessionWithUser> {
    const user = await this.users.lockById(userId);
    if (!user || !(await this.passkeys.recordUse(id, counter, this.clock.now()))) {
      throw new PasskeyRejectedError();
    }
    if (isBanned(user, this.clock.now())) throw new UserBannedError('forbidden');
    const confirmedAt = user.emailConfirmedAt ?? user.phoneConfirmedAt;
    if (confirmedAt == null && user.origin !== 'payment') {
      throw new DomainError('forbidden', 'email_not_confirmed', 'Email not confirmed');
    }
    return { user, session: await this.sessionGrants.open(user, 'passkey', { passkeyId: id }) };
  }
}
