import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Settings } from '../../../platform/config/settings.js';
import { byUser } from '../core/audit-entries.js';
import { EmailExistsError, EmailNotConfirmedError, OtpExpiredError } from '../core/auth-errors.js';
import { normalizeEmail } from '../core/email-and-phone.js';
import { OneTimeTokensRepository } from '../one-time-tokens/one-time-tokens.repository.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { ApplyEmailChange } from './apply-email-change.js';
import { AuthEmails, type LinkDestination } from './auth-emails.js';

export interface EmailChangeRequest extends LinkDestination {
  email: string;
}

/**
 * Changes a user's email after confirmation from both addresses: the new one because it must belong to the user, the current one
 * because a stolen session must not be enough to take over the account. A user without an email confirms the new one only. Call
 * everything but {@link countEmail} inside a transaction, on a locked user.
 */
@Injectable()
export class ChangeEmail {
  constructor(
    private readonly users: UsersRepository,
    private readonly tokens: OneTimeTokensRepository,
    private readonly emails: AuthEmails,
    private readonly applyChange: ApplyEmailChange,
    private readonly audit: Audit,
    private readonly settings: Settings,
  ) {}

  /**
   * Counts the email that {@link request} sends, if it changes the address. Throws `over_email_send_rate_limit`, `email_not_confirmed`,
   * `email_exists`.
   */
  async countEmail(user: UserEntity, { email }: EmailChangeRequest): Promise<void> {
    if (await this.isChange(user, email)) await this.emails.count('email_change', user.email ?? email);
  }

  /** Whether `email` differs from the user's. Throws `email_not_confirmed`, and `email_exists` if the address is in use. */
  private async isChange(user: UserEntity, email: string): Promise<boolean> {
    if (normalizeEmail(email) === user.emailNormalized) return false;
    // Someone who entered another person's email must not move the account, and its plan, to an address of their choice.
    if (user.email != null && user.emailConfirmedAt == null) throw new EmailNotConfirmedError();
    if (await this.users.findByEmail(email)) throw new EmailExistsError();
    return true;
  }

  /**
   * Marks a change as pending without sending emails: the operator delivers the links. Repeating it changes nothing. An unconfirmed
   * email can be changed too, because both mailboxes have to confirm. Throws `email_exists`.
   */
  async setPending(user: UserEntity, email: string): Promise<void> {
    if (user.newEmail === email.trim()) return;
    const differs = normalizeEmail(email) !== user.emailNormalized;
    if (differs && (await this.users.findByEmail(email))) throw new EmailExistsError();
    user.newEmail = email.trim();
    user.emailChangeConfirmedBy = null;
    await this.tokens.removeByPurpose(user.id, 'email_change');
    await this.audit.record(byUser(user.id, 'user.email_change_requested', { by: 'service key' }));
  }

  /** Marks a change as pending and emails both addresses. Replaces an earlier change and voids its links. */
  async request(user: UserEntity, change: EmailChangeRequest): Promise<void> {
    const { email } = change;
    if (!(await this.isChange(user, email))) return;
    if (user.isAnonymous && this.settings.auth.autoconfirmEmail)
      return this.applyChange.apply(user, email.trim());
    user.newEmail = email.trim();
    user.emailChangeConfirmedBy = null;
    await this.tokens.removeByPurpose(user.id, 'email_change');
    await this.emails.requestEmailChange(user, change);
    await this.audit.record(byUser(user.id, 'user.email_change_requested'));
  }

  /** Confirms from one address. True once both have confirmed and the email has changed. Throws `otp_expired`, `email_exists`. */
  async confirm(user: UserEntity, recipient: string): Promise<boolean> {
    const { newEmail } = user;
    const side = recipient === user.emailNormalized ? 'present' : 'new';
    if (newEmail == null || (side === 'new' && recipient !== normalizeEmail(newEmail))) {
      throw new OtpExpiredError();
    }
    const needsOneConfirmation = user.emailNormalized == null;
    if (
      !needsOneConfirmation &&
      (user.emailChangeConfirmedBy == null || user.emailChangeConfirmedBy === side)
    ) {
      user.emailChangeConfirmedBy = side;
      await this.audit.record(byUser(user.id, 'user.email_change_confirmed', { side }));
      return false;
    }
    await this.applyChange.apply(user, newEmail);
    return true;
  }
}
