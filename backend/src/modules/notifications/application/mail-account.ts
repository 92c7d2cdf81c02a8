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

  async send<Name extends TemplateName>(
    accountId: string,
    template: Name,
    paramsFor: (account: Account) => ParamsOf<Name>,
  ): Promise<void> {
    const account = await this.accounts.findById(accountId);
    if (!account || account.email === '') return;
    const params = paramsFor(account);
    await this.queueEmail.queue({
      template,
      locale: localeFor(account.locale),
      params,
      recipient: account.email,
      accountId,
    });
  }
}
