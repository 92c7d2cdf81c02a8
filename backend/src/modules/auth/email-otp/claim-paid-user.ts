import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { OtpExpiredError } from '../core/auth-errors.js';
import { userReportedUnrecognized } from '../core/events.js';
import { LinkRedemption } from '../one-time-tokens/link-redemption.js';
import { Passwords } from '../passwords/passwords.js';
import { SessionGrants, type SessionGrant } from '../sessions/session-grants.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UserCredentials } from '../users/user-credentials.js';
import { ConfirmEmail } from './confirm-email.js';

/**
 * What the owner of an email address can do, without the password, about an account that someone's payment created for that
 * address.
 */
@Injectable()
export class ClaimPaidUser {
  constructor(
    private readonly database: Database,
    private readonly linkRedemption: LinkRedemption,
    private readonly passwords: Passwords,
    private readonly confirmEmail: ConfirmEmail,
    private readonly credentials: UserCredentials,
    private readonly sessionGrants: SessionGrants,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** Sets a new password and removes all earlier credentials. Throws `weak_password`, `otp_expired`. */
  async withNewPassword(secret: string, newPassword: string): Promise<SessionGrant> {
    const found = await this.linkRedemption.find(secret, ['payment']);
    const passwordHash = await this.passwords.hash(newPassword, found.user);
    const opened = await this.database.transaction(async () => {
      const user = await this.linkRedemption.consumeForSameEmail(found);
      await this.credentials.removeAll(user);
      await this.confirmEmail.confirm(user, { method: 'payment link', keepCredentials: false });
      user.passwordHash = passwordHash;
      await this.record(user, 'password.set');
      return { user, session: await this.sessionGrants.open(user, 'otp') };
    });
    return this.sessionGrants.grant(opened.user, opened.session);
  }

  /** "This wasn't me": removes all credentials, leaving email confirmation as the only way in, and notifies staff. */
  async reportUnrecognized(secret: string): Promise<void> {
    const found = await this.linkRedemption.find(secret, ['payment']);
    await this.database.transaction(async () => {
      const user = await this.linkRedemption.consumeForSameEmail(found);
      if (user.emailConfirmedAt != null) throw new OtpExpiredError();
      await this.credentials.removeAll(user);
      await this.outbox.emit(userReportedUnrecognized, { userId: user.id });
      await this.record(user, 'user.reported_unrecognized');
    });
  }

  private record({ id }: UserEntity, action: string): Promise<void> {
    return this.audit.record({
      actorId: id,
      action,
      subject: { type: 'user', id },
      details: { by: 'payment link' },
    });
  }
}
