import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { BillingModule } from '../billing/index.js';
import { CheckoutModule } from '../checkout/index.js';
import { DocumentsModule } from '../documents/index.js';
import { NotificationsModule } from '../notifications/index.js';
import { StorageAdministrationModule } from '../storage/index.js';
import { SubscriptionsModule } from '../subscriptions/index.js';
import { ListFailingPayments } from './application/list-failing-payments.js';
import { ManageQueues } from './application/manage-queues.js';
import { SearchCustomers } from './application/search-customers.js';
import { ViewCustomer } from './application/view-customer.js';
import { ExportSubmission } from './application/export-submission.js';
import { CancellationSubmissionsController } from './http/cancellation-submissions.controller.js';
import { CustomerDocumentsController } from './http/customer-documents.controller.js';
import { CustomersController } from './http/customers.controller.js';
import { EmailsController } from './http/emails.controller.js';
import { AdminController } from './http/admin.controller.js';
import { ConfigurationWarningsController } from './http/configuration-warnings.controller.js';
import { FilesController } from './http/files.controller.js';
import { PaymentReviewsController } from './http/payment-reviews.controller.js';
import { SubscriptionCancellationsController } from './http/subscription-cancellations.controller.js';
import { SubscriptionMismatchesController } from './http/subscription-mismatches.controller.js';
import { SmsController } from './http/sms.controller.js';
import { QueuesController } from './http/queues.controller.js';
import { WebhooksController } from './http/webhooks.controller.js';

@Module({
  imports: [
    AuthModule,
    BillingModule,
    SubscriptionsModule,
    CheckoutModule,
    DocumentsModule,
    NotificationsModule,
    StorageAdministrationModule,
  ],
  controllers: [
    CustomersController,
    CustomerDocumentsController,
    EmailsController,
    SmsController,
    QueuesController,
    WebhooksController,
    AdminController,
    ConfigurationWarningsController,
    SubscriptionCancellationsController,
    PaymentReviewsController,
    FilesController,
    SubscriptionMismatchesController,
    CancellationSubmissionsController,
  ],
  providers: [ManageQueues, ListFailingPayments, SearchCustomers, ViewCustomer, ExportSubmission],
})
export class AdminModule {}
