import { Injectable } from '@nestjs/common';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { InvalidCredentialsError, OtpExpiredError } from '../core/auth-errors.js';
import { LinkRedemption, type FoundLink } from '../one-time-tokens/link-redemption.js';
import { VerifyPassword } from '../passwords/verify-password.js';
import { SessionsRepository } from '../sessions/persistence/sessions.repository.js';
import { SessionGrants, type SessionWithUser, type SessionGrant } from '../sessions/session-grants.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { ConfirmEmail } from './confirm-email.js';

/**
 * Handles the link in the welcome email of an account created by a payment. The buyer may have mistyped the address, so the link
 * alone confirms nothing: the person opening it must also sign in. The password then stays valid.
 */
@Injectable()
export class ConfirmPaidUser {
  constructor(
    private readonly linkRedemption: LinkRedemption,
    private readonly verifyPassword: VerifyPassword,
    private readonly sessionsRepository: SessionsRepository,
    private readonly confirmEmail: ConfirmEmail,
    private readonly sessionGrants: SessionGrants,
  ) {}

  /**
   * With the account's password. A link sent to an address that has since been corrected signs in, as the password alone would,
   * and confirms nothing. Throws `invalid_credentials`; a wrong password does not consume the link.
   */
  async withPassword(secret: string, password: string): Promise<SessionGrant> {
    const found = await this.linkRedemption.find(secret, ['payment']);
    const verified = await this.verifyPassword.verifyWithoutCaptcha(found.user.email ?? '', password);
    if (verified?.user.id !== found.user.id) throw new InvalidCredentialsError();
    return this.sessionGrants.grantAfter(async () => {
      const user = await this.linkRedemption.consume(found);
      if (user.passwordHash !== verified.passwordHash) throw new InvalidCredentialsError();
      return this.confirmAndOpenSession(user, found);
    });
  }

  /** For a caller who is already signed in to the account. The returned session replaces theirs. */
  async withSession(secret: string, caller: AuthenticatedCaller): Promise<SessionGrant> {
    const found = await this.linkRedemption.find(secret, ['payment']);
    if (found.user.id !== caller.userId) throw new OtpExpiredError();
    return this.sessionGrants.grantAfter(async () => {
      const user = await this.linkRedemption.consumeForSameEmail(found);
      if (!(await this.sessionsRepository.end(user.id, caller.sessionId))) throw new OtpExpiredError();
      return this.confirmAndOpenSession(user, found);
    });
  }

  private async confirmAndOpenSession(user: UserEntity, { token }: FoundLink): Promise<SessionWithUser> {
    if (token.recipient === user.emailNormalized) {
      await this.confirmEmail.confirm(user, { method: 'payment', keepCredentials: true });
    }
    return { user, session: await this.sessionGrants.open(user, 'otp') };
  }
}
