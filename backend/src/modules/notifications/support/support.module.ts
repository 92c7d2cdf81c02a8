import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/index.js';
import { CoreModule } from '../core/core.module.js';
import { TemplatesModule } from '../templates/templates.module.js';
import { CancelEmail } from './cancel-email.js';
import { EmailSearchRepository } from './email-search.repository.js';
import { Emails } from './emails.js';
import { ReplayEmails } from './replay-emails.js';
import { ReplayRecipients } from './replay-recipients.js';

/** Searching, replaying and canceling stored emails. */
@Module({
  imports: [AuthModule, CoreModule, TemplatesModule],
  providers: [Emails, EmailSearchRepository, ReplayEmails, ReplayRecipients, CancelEmail],
  exports: [Emails, CancelEmail],
})
export class SupportModule {}
