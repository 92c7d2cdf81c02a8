import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { Captcha } from '../../../platform/security/captcha.js';
import { FeatureDisabledError } from '../core/auth-errors.js';
import {
  userConfirmationRequested,
  userEmailChangeRequested,
  userRecoveryRequested,
} from '../core/events.js';
import type { CodeChallenge } from '../pkce/code-challenge.js';
import { Flows } from '../pkce/flows.js';
import { isBanned, type UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { EmailRateLimit } from './email-rate-limit.js';

export interface EmailRequest {
  email: string;
  /** Already validated; null for the site. */
  redirectTo: string | null;
  captchaToken: string | undefined;
  codeChallenge: CodeChallenge | undefined;
}

/** Requests emails with a one-time link. The response does not reveal whether the address is known, confirmed or banned. */
@Injectable()
export class RequestEmail {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly emailRateLimit: EmailRateLimit,
    private readonly flows: Flows,
    private readonly captcha: Captcha,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Resends the confirmation email to an unconfirmed user. */
  async resendConfirmation(request: EmailRequest): Promise<void> {
    await this.assertAllowed('signup', request);
    await this.requestForUser(request, 'user.confirmation_requested', async (user) => {
      if (user.emailConfirmedAt != null) return;
      user.confirmationSentAt = this.clock.now();
      await this.outbox.emit(userConfirmationRequested, {
        userId: user.id,
        redirectTo: request.redirectTo,
        ...(await this.flows.begin(user.id, request.codeChallenge)),
      });
    });
  }

  /** Sends the password reset email. */
  async sendRecovery(request: EmailRequest): Promise<void> {
    await this.assertAllowed('recovery', request);
    await this.requestForUser(request, 'user.recovery_requested', async (user) => {
      user.recoverySentAt = this.clock.now();
      await this.outbox.emit(userRecoveryRequested, {
        userId: user.id,
        redirectTo: request.redirectTo,
        ...(await this.flows.begin(user.id, request.codeChallenge)),
      });
    });
  }

  /** Resends both emails of a pending email change, found by the current address. */
  async resendEmailChange(request: EmailRequest): Promise<void> {
    await this.assertAllowed('email_change', request);
    await this.requestForUser(request, 'user.email_change_requested', async (user) => {
      if (user.newEmail == null) return;
      user.emailChangeSentAt = this.clock.now();
      await this.outbox.emit(userEmailChangeRequested, {
        userId: user.id,
        redirectTo: request.redirectTo,
        ...(await this.flows.begin(user.id, request.codeChallenge)),
      });
    });
  }

  private async assertAllowed(
    kind: 'signup' | 'recovery' | 'email_change',
    { email, captchaToken }: EmailRequest,
  ): Promise<void> {
    if (!this.settings.auth.emailEnabled) {
      throw new FeatureDisabledError('malformed', 'email_provider_disabled', 'Email logins are disabled');
    }
    await this.captcha.check(captchaToken);
    await this.emailRateLimit.count(kind, email);
  }

  /**
   * Runs one transaction with one audit entry for known and unknown addresses, so that timing reveals as little as possible. SSO users
   * get no email: their identity provider controls how they sign in.
   */
  private requestForUser(
    { email }: EmailRequest,
    action: string,
    emit: (user: UserEntity) => Promise<void>,
  ): Promise<void> {
    return this.database.transaction(async () => {
      const user = await this.users.findByEmail(email);
      if (user && !user.isSsoUser && !isBanned(user, this.clock.now())) await emit(user);
      const subject = user ? { type: 'user', id: user.id } : undefined;
      await this.audit.record({ actorId: null, action, subject });
    });
  }
}
