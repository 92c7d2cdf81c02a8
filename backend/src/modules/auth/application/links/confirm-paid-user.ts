import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { InvalidCredentialsError, OtpExpiredError } from '../../domain/auth-errors.js';
import type { UserEntity } from '../../persistence/user.entity.js';
import { UsersRepository } from '../../persistence/users.repository.js';
import { SessionsRepository } from '../../persistence/sessions.repository.js';
import type { AuthenticatedCaller } from '../sessions/authenticate-caller.js';
import { LinkRedemption, type FoundLink } from './link-redemption.js';
import { ConfirmEmail } from '../users/confirm-email.js';
import { VerifyPassword } from '../passwords/verify-password.js';
import { SessionGrants, type OpenSession, type SessionGrant } from '../sessions/session-grants.js';

/**
 * The link in the welcome email of an account made by a payment. The person who paid need not be the person who reads the email, so the link
 * alone proves nothing: its bearer shows as well that the account is his, and then keeps his password.
 */
@Injectable()
export class ConfirmPaidUser {
  constructor(
    private readonly database: Database,
    private readonly linkRedemption: LinkRedemption,
    private readonly verifyPassword: VerifyPassword,
    private readonly users: UsersRepository,
    private readonly sessionsRepository: SessionsRepository,
    private readonly confirmEmail: ConfirmEmail,
    private readonly sessionGrants: SessionGrants,
  ) {}

  /**
   * With the account's password. A link that was sent to a corrected address signs in, as the password alone would, and proves
   * nothing. Throws `invalid_credentials`; the link can be tried again.
   */
  async withPassword(secret: string, password: string): Promise<SessionGrant> {
    const found = await this.linkRedemption.find(secret, ['payment']);
    const confirmed = await this.verifyPassword.verifyWithoutCaptcha(found.user.email ?? '', password);
    if (confirmed?.user.id !== found.user.id) throw new InvalidCredentialsError();
    return this.grantAfter(async () => {
      const user = await this.linkRedemption.consume(found);
      if (user.passwordHash !== confirmed.passwordHash) throw new InvalidCredentialsError();
      return this.confirmAndOpenSession(user, found);
    });
  }

  /** By someone who is signed in to the account already. His session is replaced by the one answered. */
  async withSession(secret: string, caller: AuthenticatedCaller): Promise<SessionGrant> {
    const found = await this.linkRedemption.find(secret, ['payment']);
    if (found.user.id !== caller.userId) throw new OtpExpiredError();
    return this.grantAfter(async () => {
      const user = await this.linkRedemption.consumeForSameEmail(found);
      if (!(await this.sessionsRepository.end(user.id, caller.sessionId))) throw new OtpExpiredError();
      return this.confirmAndOpenSession(user, found);
    });
  }

  private async confirmAndOpenSession(user: UserEntity, { token }: FoundLink): Promise<OpenedSession> {
    if (token.recipient === user.emailNormalized) {
      await this.confirmEmail.confirm(user, { method: 'payment', keepCredentials: true });
    }
    return { user, session: await this.sessionGrants.open(user, 'otp') };
  }

  private async grantAfter(work: () => Promise<OpenedSession>): Promise<SessionGrant> {
    const { user, session } = await this.database.transaction(work);
    return this.sessionGrants.grant(user, session);
  }
}

interface OpenedSession {
  user: UserEntity;
  session: OpenSession;
}
