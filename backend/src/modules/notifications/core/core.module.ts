import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/index.js';
import { BillingModule } from '../../billing/index.js';
import { BillingNotifier } from './billing-notifier.js';
import { EmailMetrics } from './email-metrics.js';
import { EmailsRepository } from './emails.repository.js';
import { QueueEmail } from './queue-email.js';
import { ReplaceEmail } from './replace-email.js';
import { UserNotifier } from './user-notifier.js';

const exported = [EmailsRepository, EmailMetrics, QueueEmail, ReplaceEmail, UserNotifier, BillingNotifier];

/** Stored emails and queuing them, for every slice that sends one. */
@Module({
  imports: [AuthModule, BillingModule],
  providers: exported,
  exports: exported,
})
export class CoreModule {}
