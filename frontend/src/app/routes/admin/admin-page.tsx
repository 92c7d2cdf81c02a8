import { Route, Routes, useLocation } from 'react-router-dom';
import type { StaffMember } from '@subscription-site/shared/contracts';
import { AuditScreen } from '../../../features/support/audit/audit-screen';
import { EmailDetailScreen } from '../../../features/support/emails/email-detail-screen';
import { EmailListScreen } from '../../../features/support/emails/email-list-screen';
import { FailedCancellationsScreen } from '../../../features/support/billing/failed-cancellations-screen';
import { PaymentReviewsScreen } from '../../../features/support/billing/payment-reviews-screen';
import { QueuesScreen } from '../../../features/support/queues/queues-screen';
import { SmsScreen } from '../../../features/support/sms/sms-screen';
import { UnclaimedPaymentsScreen } from '../../../features/support/billing/unclaimed-payments-screen';
import { Badge } from '../../../ui/data-display/badge';
import { buttonClass } from '../../../ui/buttons/button';
import { classNames } from '../../../ui/class-names';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Link, useIsCurrent } from '../../../ui/navigation/link';
import { StaffGuard } from '../../guards/staff-guard';

export function Page() {
  return <StaffGuard>{(staff) => <Console staff={staff} />}</StaffGuard>;
}

function Console({ staff }: { staff: StaffMember }) {
  return (
    <>
      <div className="border-b border-rule bg-well">
        <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-6 px-5">
          <p className="pt-3 text-small font-bold">Support console</p>
          <nav
            aria-label="Console"
            className="order-last -mx-2.5 flex w-[calc(100%+1.25rem)] flex-wrap sm:-mx-4 sm:w-[calc(100%+2rem)]"
          >
            <ConsoleLink to="/admin" label="Emails" below="/admin/emails" />
            <ConsoleLink to="/admin/messages" label="SMS" />
            <ConsoleLink to="/admin/queues" label="Queues" />
            <ConsoleLink to="/admin/reviews" label="Payment reviews" />
            <ConsoleLink to="/admin/payments" label="Unclaimed payments" />
            <ConsoleLink to="/admin/subscription-cancellations" label="Failed cancellations" />
            {staff.role === 'admin' ? <ConsoleLink to="/admin/audit" label="Audit log" /> : null}
          </nav>
          <p className="ml-auto flex items-center gap-2 pt-3 text-fine text-ink-soft">
            <span className="hidden break-all lg:inline">{staff.email}</span>
            <Badge>{staff.role}</Badge>
          </p>
        </div>
      </div>
      <div className="mx-auto max-w-page px-5 pt-8 wrap-anywhere">
        <Routes>
          <Route index element={<EmailListScreen />} />
          <Route path="emails/:id" element={<EmailDetailScreen />} />
          <Route path="reviews" element={<PaymentReviewsScreen staff={staff} />} />
          <Route path="payments" element={<UnclaimedPaymentsScreen />} />
          <Route path="messages" element={<SmsScreen />} />
          <Route path="subscription-cancellations" element={<FailedCancellationsScreen />} />
          <Route path="queues" element={<QueuesScreen staff={staff} />} />
          <Route path="audit" element={<AuditScreen staff={staff} />} />
          <Route path="*" element={<UnknownScreen />} />
        </Routes>
      </div>
    </>
  );
}

/** `below` is the path prefix of the detail screens, for a link whose own path is a prefix of every screen. */
function ConsoleLink({ to, label, below }: { to: string; label: string; below?: string }) {
  const { pathname } = useLocation();
  const isCurrent = useIsCurrent();
  const current = below ? pathname === to || isCurrent(below) : isCurrent(to);
  return (
    <Link
      to={to}
      aria-current={current ? (pathname === to ? 'page' : 'true') : undefined}
      className={classNames(
        'flex min-h-12 items-center px-4 text-small font-semibold whitespace-nowrap max-sm:px-2.5 max-sm:text-fine',
        current ? 'shadow-[inset_0_-4px_0_var(--color-ink)]' : 'text-ink-soft hover:text-ink',
      )}
    >
      {label}
    </Link>
  );
}

function UnknownScreen() {
  return (
    <>
      <h1 className="mb-6 text-h2">Page not found</h1>
      <EmptyState
        title="There's no page at this address"
        action={
          <Link to="/admin" className={buttonClass('ink')}>
            All emails
          </Link>
        }
      />
    </>
  );
}
