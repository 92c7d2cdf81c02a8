import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { Accounts } from '../../auth/index.js';
import type { Email } from '../domain/email.js';
import { templateNamed } from '../domain/letters/catalogue.js';
import { EmailNotReplayableError } from '../domain/replay-rules.js';

/**
 * Where a mail goes when it is sent anew: not to where it went, but to where its reader is to be found today; unless it was
 * written for the mailbox itself.
 */
@Injectable()
export class ReplayRecipients {
  constructor(
    private readonly accounts: Accounts,
    private readonly settings: Settings,
  ) {}

  /** The account's present address, or the staff's mailbox. Throws `email_not_replayable`. */
  async of({ template: name, accountId, recipient }: Email): Promise<string> {
    const template = templateNamed(name);
    if (template.audience === 'staff') return this.settings.supportEmail;
    const account = accountId === null ? undefined : await this.accounts.findById(accountId);
    if (!account || (account.email === '' && !template.staysWithRecipient))
      throw new EmailNotReplayableError('The account of this mail no longer exists.');
    if (template.link === 'signup' && account.emailProvenAt) {
      throw new EmailNotReplayableError('The address of this account is confirmed by now.');
    }
    if (template.link === 'email_change' && account.newEmail === null) {
      throw new EmailNotReplayableError('The change of address is made by now, or no longer wished.');
    }
    return template.staysWithRecipient ? recipient : account.email;
  }
}
