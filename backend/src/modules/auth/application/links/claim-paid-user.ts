import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Database } from '../../../../platform/database/database.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import { OtpExpiredError } from '../../domain/auth-errors.js';
import { userReportedUnrecognized } from '../../domain/events.js';
import type { UserEntity } from '../../persistence/user.entity.js';
import { LinkUse } from './link-use.js';
import { Passwords } from '../passwords/passwords.js';
import { ConfirmEmail } from '../users/confirm-email.js';
import { SessionGrants, type SessionGrant } from '../sessions/session-grants.js';
import { UserCredentials } from '../users/user-credentials.js';

/** What the owner of the mailbox may do about an account that a payment made in his name, without knowing its password. */
@Injectable()
export class ClaimPaidUser {
  constructor(
    private readonly database: Database,
    private readonly linkUse: LinkUse,
    private readonly passwords: Passwords,
    private readonly confirmEmail: ConfirmEmail,
    private readonly credentials: UserCredentials,
    private readonly sessionGrants: SessionGrants,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** Chooses a new password and closes everything that opened the account before. Throws `weak_password`. */
  async withNewPassword(secret: string, newPassword: string): Promise<SessionGrant> {
    const found = await this.linkUse.find(secret, ['payment']);
    const passwordHash = await this.passwords.hash(newPassword, found.user);
    const opened = await this.database.transaction(async () => {
      const user = await this.linkUse.takeForSameEmail(found);
      await this.credentials.removeAll(user);
      await this.confirmEmail.confirm(user, { method: 'payment link', keepCredentials: false });
      user.passwordHash = passwordHash;
      await this.record(user, 'password.set');
      return { user, session: await this.sessionGrants.open(user, 'otp') };
    });
    return this.sessionGrants.grant(opened.user, opened.session);
  }

  /** "This was not me": nothing opens the account any more but proving the mailbox, and staff are told. */
  async reportUnrecognized(secret: string): Promise<void> {
    const found = await this.linkUse.find(secret, ['payment']);
    await this.database.transaction(async () => {
      const user = await this.linkUse.takeForSameEmail(found);
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
