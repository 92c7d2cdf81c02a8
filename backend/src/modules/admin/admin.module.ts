import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { CheckoutModule } from '../checkout/index.js';
import { NotificationsModule } from '../notifications/index.js';
import { SubscriptionsModule } from '../subscriptions/index.js';
import { ListFailingPayments } from './application/list-failing-payments.js';
import { ManageQueues } from './application/manage-queues.js';
import { EmailsController } from './http/emails.controller.js';
import { AdminController } from './http/admin.controller.js';
import { PaymentReviewsController } from './http/payment-reviews.controller.js';
import { SubscriptionCancellationsController } from './http/subscription-cancellations.controller.js';
import { SmsController } from './http/sms.controller.js';
import { QueuesController } from './http/queues.controller.js';

@Module({
  imports: [AuthModule, SubscriptionsModule, CheckoutModule, NotificationsModule],
  controllers: [
    EmailsController,
    SmsController,
    QueuesController,
    AdminController,
    SubscriptionCancellationsController,
    PaymentReviewsController,
  ],
  providers: [ManageQueues, ListFailingPayments],
})
export class AdminModule {}
