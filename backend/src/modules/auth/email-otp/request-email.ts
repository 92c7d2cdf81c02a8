import { Injectable } from '@nestjs/common';
import type { AuditAction } from '@subscription-site/shared/audit-actions';
import { Audit } from '../../../platform/audit/audit.js';
import { RealClock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { byAnonymous } from '../core/audit-entries.js';
import { OtpPolicy } from '../one-time-tokens/otp-policy.js';
import { isBanned, type UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { AuthEmails, type LinkDestination } from './auth-emails.js';

export interface EmailRequest extends LinkDestination {
  email: string;
  captchaToken: string | undefined;
}

/** Requests emails with a one-time link. The response does not reveal whether the address is known, confirmed or banned. */
@Injectable()
export class RequestEmail {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly otpPolicy: OtpPolicy,
    private readonly emails: AuthEmails,
    private readonly audit: Audit,
    private readonly clock: RealClock,
  ) {}

  /** Resends the confirmation email to an unconfirmed user. */
  async resendConfirmation(request: EmailRequest): Promise<void> {
    await this.assertAllowed('signup', request);
    await this.requestForUser(request, 'user.confirmation_requested', async (user) => {
      if (user.emailConfirmedAt == null) await this.emails.requestConfirmation(user, request);
    });
  }

  /** Sends the password reset email. */
  async sendRecovery(request: EmailRequest): Promise<void> {
    await this.assertAllowed('recovery', request);
    await this.requestForUser(request, 'user.recovery_requested', (user) =>
      this.emails.requestRecovery(user, request),
    );
  }

  /** Resends both emails of a pending email change, found by the current address. */
  async resendEmailChange(request: EmailRequest): Promise<void> {
    await this.assertAllowed('email_change', request);
    await this.requestForUser(request, 'user.email_change_requested', async (user) => {
      if (user.newEmail != null) await this.emails.requestEmailChange(user, request);
    });
  }

  private async assertAllowed(
    kind: 'signup' | 'recovery' | 'email_change',
    { email, captchaToken }: EmailRequest,
  ): Promise<void> {
    await this.otpPolicy.assertEmailAllowed(captchaToken, 'malformed');
    await this.emails.count(kind, email);
  }

  /**
   * Runs one transaction with one audit entry for known and unknown addresses, so that timing reveals as little as possible. SSO users
   * get no email: their identity provider controls how they sign in.
   */
  private requestForUser(
    { email }: EmailRequest,
    action: AuditAction,
    request: (user: UserEntity) => Promise<void>,
  ): Promise<void> {
    return this.database.transaction(async () => {
      const user = await this.users.findByEmail(email);
      if (user && !user.isSsoUser && !isBanned(user, this.clock.now())) await request(user);
      await this.audit.record(byAnonymous(user?.id, action));
    });
  }
}
