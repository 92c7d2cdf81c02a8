import { Injectable } from '@nestjs/common';
import { Accounts, type Account } from '../../auth/index.js';
import { localeFor } from '../domain/email.js';
import type { ParamsOf, TemplateName } from '../domain/letters/catalogue.js';
import { QueueEmail } from './queue-email.js';

/** Writes a mail to the owner of an account, in the open transaction. An account that is gone gets none. */
@Injectable()
export class MailAccount {
  constructor(
    private readonly accounts: Accounts,
    private readonly queueEmail: QueueEmail,
  ) {}

  accountOf(accountId: string): Promise<Account | undefined> {
    return this.accounts.findById(accountId);
  }

  /** Without a recipient it goes to the account's address. */
  async send<Name extends TemplateName>(
    accountId: string,
    template: Name,
    paramsFor: (account: Account) => ParamsOf<Name>,
    recipient?: string,
  ): Promise<void> {
    const account = await this.accounts.findById(accountId);
    const to = recipient ?? account?.email ?? '';
    if (!account || to === '') return;
    const params = paramsFor(account);
    await this.queueEmail.queue({
      template,
      locale: localeFor(account.locale),
      params,
      recipient: to,
      accountId,
    });
  }
}
