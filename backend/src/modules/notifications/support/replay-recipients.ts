import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { Users } from '../../auth/index.js';
import type { EmailEntity } from '../core/email.entity.js';
import { templateNamed } from '../templates/domain/catalog.js';
import { EmailNotReplayableError } from './replay-rules.js';

/**
 * The address an email is resent to: the account's current one rather than the original, unless the email is bound to its recipient.
 */
@Injectable()
export class ReplayRecipients {
  constructor(
    private readonly users: Users,
    private readonly settings: Settings,
  ) {}

  /** The account's current address, or the support address for staff. Throws `email_not_replayable`. */
  async resolve({ template: name, userId, recipient }: EmailEntity): Promise<string> {
    const template = templateNamed(name);
    if (template.audience === 'staff') return this.settings.supportEmail;
    // A receipt for someone without an account.
    if (userId === null && template.boundToRecipient) return recipient;
    const user = userId === null ? undefined : await this.users.findById(userId);
    if (!user || (user.email === '' && !template.boundToRecipient))
      throw new EmailNotReplayableError('The account this email belongs to no longer exists.');
    if (template.link === 'signup' && user.emailConfirmedAt) {
      throw new EmailNotReplayableError('This account has already confirmed its email address.');
    }
    if (template.link === 'email_change' && user.newEmail === null) {
      throw new EmailNotReplayableError('This email change was already completed or canceled.');
    }
    return template.boundToRecipient ? recipient : user.email;
  }
}
