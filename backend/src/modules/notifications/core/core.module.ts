import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/index.js';
import { EmailMetrics } from './email-metrics.js';
import { EmailsRepository } from './emails.repository.js';
import { QueueEmail } from './queue-email.js';
import { ReplaceEmail } from './replace-email.js';
import { UserNotifier } from './user-notifier.js';

const exported = [EmailsRepository, EmailMetrics, QueueEmail, ReplaceEmail, UserNotifier];

/** Stored emails and queuing them, for every slice that sends one. */
@Module({
  imports: [AuthModule],
  providers: exported,
  exports: exported,
})
export class CoreModule {}
