import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { NotificationsModule } from '../notifications/index.js';
import { SubscriptionsModule } from '../subscriptions/index.js';
import { ListFailingPayments } from './application/list-failing-payments.js';
import { OverseeQueues } from './application/oversee-queues.js';
import { EmailsController } from './http/emails.controller.js';
import { OversightController } from './http/oversight.controller.js';
import { PaymentReviewsController } from './http/payment-reviews.controller.js';
import { PlanEndingsController } from './http/plan-endings.controller.js';
import { SmsController } from './http/sms.controller.js';
import { QueuesController } from './http/queues.controller.js';

@Module({
  imports: [AuthModule, NotificationsModule, SubscriptionsModule],
  controllers: [
    EmailsController,
    SmsController,
    QueuesController,
    OversightController,
    PlanEndingsController,
    PaymentReviewsController,
  ],
  providers: [OverseeQueues, ListFailingPayments],
})
export class AdminModule {}
