import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { DomainError } from '../../../../platform/errors/domain-error.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import {
  InvalidInputError,
  LinkExpiredError,
  ReauthenticationInvalidError,
} from '../../domain/auth-errors.js';
import { accountReauthenticationRequested } from '../../domain/events.js';
import { AccountGoneError } from '../../domain/session-errors.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import type { OneTimeTokenRow } from '../../persistence/one-time-tokens.repository.js';
import { CodeUse } from '../links/code-use.js';
import { SmsCodes } from '../phones/sms-codes.js';
import { MailInterval } from '../sign-up/mail-interval.js';

/** A nonce that was guessed rightly; used up by whoever acts on it. */
export type FoundNonce = OneTimeTokenRow & { tokenHash: Buffer };

/** Six digits by mail, or to the phone of an account without an address, for somebody who is signed in, that show that he still reads the account's mailbox. */
@Injectable()
export class Reauthenticate {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly interval: MailInterval,
    private readonly codes: CodeUse,
    private readonly sms: SmsCodes,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async ask(accountId: string): Promise<void> {
    const account = await this.accounts.findById(accountId);
    if (!account) throw new AccountGoneError();
    if (account.email == null && account.phone != null) return this.askByPhone(account, account.phone);
    if (account.email == null) {
      throw new InvalidInputError('Reauthentication requires the user to have an email or a phone number');
    }
    if (account.emailConfirmedAt == null) {
      throw new DomainError('invalid', 'email_not_confirmed', 'Please verify your email first.');
    }
    await this.interval.count('reauthentication', account.email);
    await this.database.transaction(async () => {
      const locked = await this.accounts.lockById(accountId);
      if (!locked) throw new AccountGoneError();
      locked.reauthenticationSentAt = this.clock.now();
      await this.outbox.emit(accountReauthenticationRequested, { accountId });
      await this.audit.record({
        actorId: accountId,
        action: 'account.reauthentication-asked',
        subject: { type: 'account', id: accountId },
      });
    });
  }

  private async askByPhone({ id: accountId }: AccountEntity, phone: string): Promise<void> {
    await this.sms.count('reauthentication', phone);
    await this.database.transaction(async () => {
      const locked = await this.accounts.lockById(accountId);
      if (!locked) throw new AccountGoneError();
      locked.reauthenticationSentAt = this.clock.now();
      await this.sms.request({ accountId, phone, purpose: 'reauthentication', channel: 'sms' });
      await this.audit.record({
        actorId: accountId,
        action: 'account.reauthentication-asked',
        subject: { type: 'account', id: accountId },
      });
    });
  }

  /** Outside a transaction: a wrong guess counts. Throws `reauthentication_not_valid`. */
  async find({ id, email, phone }: AccountEntity, nonce: string): Promise<FoundNonce> {
    try {
      return await this.codes.findOf([id], email ?? phone ?? '', nonce, ['reauthentication']);
    } catch (error) {
      throw error instanceof LinkExpiredError ? new ReauthenticationInvalidError() : error;
    }
  }
}
