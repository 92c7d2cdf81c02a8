import { Module } from '@nestjs/common';
import { SmsModule } from '../../../platform/sms/sms.module.js';
import { AuthModule } from '../../auth/index.js';
import { PurgeSmsMessages } from './purge-sms-messages.task.js';
import { QueueSms, SendSms } from './send-sms.handlers.js';
import { SmsMessages } from './sms-messages.js';
import { SmsMetrics } from './sms-metrics.js';
import { SmsRepository } from './sms.repository.js';

@Module({
  providers: [SmsMessages, SmsMetrics, SmsRepository],
  exports: [SmsMessages, SmsMetrics, SmsRepository],
})
export class SmsMessagesModule {}

/** For the worker. */
@Module({
  imports: [AuthModule, SmsModule, SmsMessagesModule],
  providers: [QueueSms, SendSms, PurgeSmsMessages],
})
export class SmsHandlersModule {}
