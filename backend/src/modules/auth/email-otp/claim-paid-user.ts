import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { byUser } from '../core/audit-entries.js';
import { LinkRedemption } from '../one-time-tokens/link-redemption.js';
import { Passwords } from '../passwords/passwords.js';
import { SessionGrants, type SessionGrant } from '../sessions/session-grants.js';
import { UserCredentials } from '../users/user-credentials.js';
import { ConfirmEmail } from './confirm-email.js';

/** Lets the owner of an email address take over an account that someone's payment created for it, without its password. */
@Injectable()
export class ClaimPaidUser {
  constructor(
    private readonly linkRedemption: LinkRedemption,
    private readonly passwords: Passwords,
    private readonly confirmEmail: ConfirmEmail,
    private readonly credentials: UserCredentials,
    private readonly sessionGrants: SessionGrants,
    private readonly audit: Audit,
  ) {}

  /** Sets a new password and removes all earlier credentials. Throws `weak_password`, `otp_expired`. */
  async withNewPassword(secret: string, newPassword: string): Promise<SessionGrant> {
    const found = await this.linkRedemption.find(secret, ['payment']);
    const passwordHash = await this.passwords.hash(newPassword, found.user);
    return this.sessionGrants.grantAfter(async () => {
      const user = await this.linkRedemption.consumeForSameEmail(found);
      await this.credentials.removeAll(user);
      await this.confirmEmail.confirm(user, { method: 'payment link', keepCredentials: false });
      user.passwordHash = passwordHash;
      await this.audit.record(byUser(user.id, 'password.set', { by: 'payment link' }));
      return { user, session: await this.sessionGrants.open(user, 'otp') };
    });
  }
}
