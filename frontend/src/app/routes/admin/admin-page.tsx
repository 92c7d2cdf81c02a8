import { Navigate, Route, Routes } from 'react-router-dom';
import { AuditScreen } from '../../../features/support/audit/audit-screen';
import { CustomerScreen } from '../../../features/support/customers/customer-screen';
import { CustomersScreen } from '../../../features/support/customers/customers-screen';
import { EmailDetailScreen } from '../../../features/support/emails/email-detail-screen';
import { EmailListScreen } from '../../../features/support/emails/email-list-screen';
import { BucketScreen } from '../../../features/support/files/bucket-screen';
import { BucketsScreen } from '../../../features/support/files/buckets-screen';
import { FileScreen } from '../../../features/support/files/file-screen';
import { CancellationsScreen } from '../../../features/support/billing/cancellations-screen';
import { ConfigurationWarningsBanner } from '../../../features/support/configuration-warnings-banner';
import { FailedCancellationsScreen } from '../../../features/support/billing/failed-cancellations-screen';
import { MismatchesScreen } from '../../../features/support/billing/mismatches-screen';
import { PaymentReviewsScreen } from '../../../features/support/billing/payment-reviews-screen';
import { PausedQueuesBanner } from '../../../features/support/queues/paused-queues-banner';
import { QueuesScreen } from '../../../features/support/queues/queues-screen';
import { SmsScreen } from '../../../features/support/sms/sms-screen';
import { UnclaimedPaymentsScreen } from '../../../features/support/billing/unclaimed-payments-screen';
import { WebhooksScreen } from '../../../features/support/webhooks/webhooks-screen';
import { buttonClass } from '../../../ui/buttons/button';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Link } from '../../../ui/navigation/link';
import { StaffGuard } from '../../guards/staff-guard';
import { ConsoleLayout } from './console-layout';

export function Page() {
  return (
    <StaffGuard layout={ConsoleLayout}>
      {(staff) => (
        <ConsoleLayout staff={staff}>
          <ConfigurationWarningsBanner />
          <PausedQueuesBanner />
          <Routes>
            <Route index element={<EmailListScreen />} />
            <Route path="emails" element={<Navigate to="/admin" replace />} />
            <Route path="emails/:id" element={<EmailDetailScreen />} />
            <Route path="customers" element={<CustomersScreen />} />
            <Route path="reviews" element={<PaymentReviewsScreen staff={staff} />} />
            <Route path="payments" element={<UnclaimedPaymentsScreen />} />
            <Route path="messages" element={<SmsScreen />} />
            <Route path="cancellations" element={<CancellationsScreen />} />
            <Route path="subscription-cancellations" element={<FailedCancellationsScreen />} />
            <Route path="mismatches" element={<MismatchesScreen />} />
            <Route path="customers/:id" element={<CustomerScreen staff={staff} />} />
            <Route path="queues" element={<QueuesScreen staff={staff} />} />
            <Route path="webhooks" element={<WebhooksScreen staff={staff} />} />
            <Route path="files" element={<BucketsScreen staff={staff} />} />
            <Route path="files/:bucket" element={<BucketScreen />} />
            <Route path="files/:bucket/file" element={<FileScreen />} />
            <Route path="audit" element={<AuditScreen staff={staff} />} />
            <Route path="*" element={<UnknownScreen />} />
          </Routes>
        </ConsoleLayout>
      )}
    </StaffGuard>
  );
}

function UnknownScreen() {
  return (
    <>
      <h1 className="mb-6 text-h2">Page not found</h1>
      <EmptyState
        title="There’s no page at this address"
        action={
          <Link to="/admin" className={buttonClass('ink')}>
            All emails
          </Link>
        }
      />
    </>
  );
}
