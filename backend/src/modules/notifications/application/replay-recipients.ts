import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { Users } from '../../auth/index.js';
import type { Email } from '../domain/email.js';
import { templateNamed } from '../domain/templates/catalog.js';
import { EmailNotReplayableError } from '../domain/replay-rules.js';

/**
 * Where an email goes when it is sent again: not to where it went, but to where its reader is to be found today; unless it was
 * written for the mailbox itself.
 */
@Injectable()
export class ReplayRecipients {
  constructor(
    private readonly users: Users,
    private readonly settings: Settings,
  ) {}

  /** The account's present address, or the staff's mailbox. Throws `email_not_replayable`. */
  async of({ template: name, userId, recipient }: Email): Promise<string> {
    const template = templateNamed(name);
    if (template.audience === 'staff') return this.settings.supportEmail;
    const user = userId === null ? undefined : await this.users.findById(userId);
    if (!user || (user.email === '' && !template.boundToRecipient))
      throw new EmailNotReplayableError('The account this email was for no longer exists.');
    if (template.link === 'signup' && user.emailConfirmedAt) {
      throw new EmailNotReplayableError('The account has already confirmed its email.');
    }
    if (template.link === 'email_change' && user.newEmail === null) {
      throw new EmailNotReplayableError('The email change was completed or canceled.');
    }
    return template.boundToRecipient ? recipient : user.email;
  }
}
