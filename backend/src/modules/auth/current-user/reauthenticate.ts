import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { RealClock } from '../../../platform/clock.js';
import { DomainError } from '../../../platform/domain-error.js';
import { SignedInUser } from '../access/signed-in-user.js';
import { byUser } from '../core/audit-entries.js';
import { InvalidInputError } from '../core/auth-errors.js';
import { AuthEmails } from '../email-otp/auth-emails.js';
import { AuthSms } from '../phone/auth-sms.js';
import type { UserEntity } from '../users/persistence/user.entity.js';

/** Sends a signed-in user a six-digit nonce by email, or by SMS if they have no email, to confirm that they are the account's owner. */
@Injectable()
export class Reauthenticate {
  constructor(
    private readonly signedInUser: SignedInUser,
    private readonly emails: AuthEmails,
    private readonly sms: AuthSms,
    private readonly audit: Audit,
    private readonly clock: RealClock,
  ) {}

  async request(userId: string): Promise<void> {
    const { email, phone, emailConfirmedAt } = await this.signedInUser.find(userId);
    if (email == null) {
      if (phone == null) {
        throw new InvalidInputError('Reauthentication requires the user to have an email or a phone number');
      }
      await this.sms.count('reauthentication', phone);
      await this.send(userId, () =>
        this.sms.request({ userId, phone, purpose: 'reauthentication', channel: 'sms' }),
      );
      return;
    }
    if (emailConfirmedAt == null) {
      throw new DomainError('invalid', 'email_not_confirmed', 'Please verify your email first.');
    }
    await this.emails.count('reauthentication', email);
    await this.send(userId, (user) => this.emails.requestReauthentication(user));
  }

  private send(userId: string, request: (user: UserEntity) => Promise<void>): Promise<void> {
    return this.signedInUser.withLock(userId, async (user) => {
      user.reauthenticationSentAt = this.clock.now();
      await request(user);
      await this.audit.record(byUser(userId, 'user.reauthentication_requested'));
    });
  }
}
