import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Database } from '../../../../platform/database/database.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import { Captcha } from '../../../../platform/security/captcha.js';
import { SwitchedOffError } from '../../domain/auth-errors.js';
import type { CodeChallenge } from '../../domain/code-challenge.js';
import {
  accountConfirmationRequested,
  accountEmailChangeRequested,
  accountRecoveryRequested,
} from '../../domain/events.js';
import { isBanned, type AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { Flows } from '../flows/flows.js';
import { MailInterval } from './mail-interval.js';

export interface MailRequest {
  email: string;
  /** Judged already; null for the site. */
  redirectTo: string | null;
  captchaToken: string | undefined;
  codeChallenge: CodeChallenge | undefined;
}

/** Asks for a mail with a one-time link. Known, unknown, proven and banned all look the same from outside. */
@Injectable()
export class RequestMail {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly interval: MailInterval,
    private readonly flows: Flows,
    private readonly captcha: Captcha,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** The mail that proves the address, once more; for accounts that are not proven yet. */
  async confirmation(request: MailRequest): Promise<void> {
    await this.admit('signup', request);
    await this.forAccount(request, 'account.confirmation-asked', async (account) => {
      if (account.emailConfirmedAt != null) return;
      account.confirmationSentAt = this.clock.now();
      await this.outbox.emit(accountConfirmationRequested, {
        accountId: account.id,
        redirectTo: request.redirectTo,
        ...(await this.flows.begin(account.id, request.codeChallenge)),
      });
    });
  }

  /** The mail that lets the owner of the mailbox choose a new password. */
  async recovery(request: MailRequest): Promise<void> {
    await this.admit('recovery', request);
    await this.forAccount(request, 'account.recovery-asked', async (account) => {
      account.recoverySentAt = this.clock.now();
      await this.outbox.emit(accountRecoveryRequested, {
        accountId: account.id,
        redirectTo: request.redirectTo,
        ...(await this.flows.begin(account.id, request.codeChallenge)),
      });
    });
  }

  /** The two mails about a change of address once more, while one is wished; by the present address. */
  async emailChange(request: MailRequest): Promise<void> {
    await this.admit('email_change', request);
    await this.forAccount(request, 'account.email-change-asked', async (account) => {
      if (account.newEmail == null) return;
      account.emailChangeSentAt = this.clock.now();
      await this.outbox.emit(accountEmailChangeRequested, {
        accountId: account.id,
        redirectTo: request.redirectTo,
        ...(await this.flows.begin(account.id, request.codeChallenge)),
      });
    });
  }

  private async admit(
    kind: 'signup' | 'recovery' | 'email_change',
    { email, captchaToken }: MailRequest,
  ): Promise<void> {
    if (!this.settings.auth.emailEnabled) {
      throw new SwitchedOffError('malformed', 'email_provider_disabled', 'Email logins are disabled');
    }
    await this.captcha.check(captchaToken);
    await this.interval.count(kind, email);
  }

  /**
   * One transaction with one audit entry, known or not, so that the answer's time says little. What a directory's people sign in
   * with is the directory's: they get no mail.
   */
  private forAccount(
    { email }: MailRequest,
    action: string,
    emit: (account: AccountEntity) => Promise<void>,
  ): Promise<void> {
    return this.database.transaction(async () => {
      const account = await this.accounts.findByEmail(email);
      if (account && !account.isSsoUser && !isBanned(account, this.clock.now())) await emit(account);
      const subject = account ? { type: 'account', id: account.id } : undefined;
      await this.audit.record({ actorId: null, action, subject });
    });
  }
}
