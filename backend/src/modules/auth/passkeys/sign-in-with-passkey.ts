import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';
import { DomainError } from '../../../platform/errors/domain-error.js';
import { Captcha } from '../../../platform/security/captcha.js';
import { UserBannedError } from '../core/auth-errors.js';
import { SessionGrants, type OpenSession, type SessionGrant } from '../sessions/session-grants.js';
import { isBanned, type UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { WebAuthn } from '../webauthn/webauthn.port.js';
import { PasskeyChallenges, type PasskeyChallenge } from './passkey-challenges.js';
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
    private readonly database: Database,
    private readonly captcha: Captcha,
    private readonly users: UsersRepository,
    private readonly passkeys: PasskeysRepository,
    private readonly challenges: PasskeyChallenges,
    private readonly webauthn: WebAuthn,
    private readonly sessionGrants: SessionGrants,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async createOptions(captchaToken: string | undefined): Promise<PasskeyChallenge> {
    await this.captcha.check(captchaToken);
    return this.challenges.issue(null, await this.webauthn.authenticationOptions('passkey'));
  }

  /** Unknown passkeys and invalid signatures get the same error. A valid passkey may still throw `user_banned` or `email_not_confirmed`. */
  async signIn(challengeId: string, response: unknown): Promise<SessionGrant> {
    const challenge = await this.challenges.consume(challengeId, null);
    const passkey = await this.find(response);
    const counter =
      passkey && (await this.webauthn.verifyAuthentication('passkey', challenge, response, passkey));
    if (!passkey || counter === undefined) {
      await this.reject(passkey);
      throw new PasskeyRejectedError();
    }
    const { user, session } = await this.database.transaction(() => this.open(passkey, counter));
    return this.sessionGrants.grant(user, session);
  }

  private async find(response: unknown): Promise<PasskeyEntity | undefined> {
    const claim = this.webauthn.claimedCredential(response);
    const passkey = claim && (await this.passkeys.findByCredential(claim.credentialId));
    const isMismatch = claim?.userId !== undefined && claim.userId !== passkey?.userId;
    return isMismatch ? undefined : (passkey ?? undefined);
  }

  private async open(
    { id, userId }: PasskeyEntity,
    counter: number,
  ): Promise<{ user: UserEntity; session: OpenSession }> {
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

  private reject(passkey: PasskeyEntity | undefined): Promise<void> {
    return this.audit.record({
      actorId: null,
      action: 'passkey.rejected',
      ...(passkey ? { subject: { type: 'user', id: passkey.userId } } : {}),
    });
  }
}
