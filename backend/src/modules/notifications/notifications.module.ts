import { Module } from '@nestjs/common';
import { AccountEmailsModule } from './account-emails/account-emails.module.js';
import { BillingEmailsModule } from './billing-emails/billing-emails.module.js';
import { MessagesPersonalData } from './personal-data.js';
import { PreviewModule } from './preview/preview.module.js';
import { SendingModule } from './sending/sending.module.js';
import { SmsHandlersModule, SmsMessagesModule } from './sms/sms-messages.module.js';
import { StaffAlertsModule } from './staff-alerts/staff-alerts.module.js';
import { SupportModule } from './support/support.module.js';
import { WelcomeHandlersModule, WelcomeModule } from './welcome/welcome.module.js';

@Module({
  imports: [WelcomeModule, PreviewModule, SupportModule, SmsMessagesModule],
  exports: [SupportModule, SmsMessagesModule],
})
export class NotificationsModule {}

/** Event handlers and tasks, including those that send; for the worker. */
@Module({
  imports: [
    SendingModule,
    WelcomeHandlersModule,
    AccountEmailsModule,
    BillingEmailsModule,
    StaffAlertsModule,
    SmsHandlersModule,
  ],
  providers: [MessagesPersonalData],
})
export class NotificationsHandlersModule {}
