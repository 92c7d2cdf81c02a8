import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import type { StaffCustomer, StaffMember, StaffSubscription } from '@subscription-site/shared/contracts';
import { usePageTitle } from '../../../lib/browser/use-page-title';
import { cardName } from '../../../lib/card-name';
import { Avatar } from '../../../ui/data-display/avatar';
import { Timestamp } from '../../../ui/data-display/timestamp';
import { pictureUrl } from '../../../lib/session/profile-picture';
import { Button } from '../../../ui/buttons/button';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { restoreFocus } from '../../../ui/focus/restore-focus';
import { supportKeys, supportQueries } from '../api/queries';
import { auditPath } from '../audit/audit-filter';
import { Loaded } from '../components/loaded';
import { Link } from '../../../ui/navigation/link';
import { CustomerAccount } from './customer-account';
import { CustomerEmails } from './customer-emails';
import { CustomerPayments } from './customer-payments';
import { CustomerSubscriptions } from './customer-subscriptions';
import { EndPlanDialog } from './end-plan-dialog';
import { RefundDialog } from './refund-dialog';
import type { RefundablePayment } from './refundable';
import { ReplaceEmailDialog } from './replace-email-dialog';

const REFRESH_EVERY_MS = 2_000;
/** The payment provider confirms what staff decide within seconds. */
const REFRESH_FOR_MS = 20_000;

/** A customer with their subscriptions, payments and credit notes. */
export function CustomerScreen({ staff }: { staff: StaffMember }) {
  const { id = '' } = useParams();
  const [refreshUntil, setRefreshUntil] = useState(0);
  const customer = useQuery({
    ...supportQueries.customer(id),
    refetchInterval: () => Date.now() < refreshUntil && REFRESH_EVERY_MS,
  });
  usePageTitle(customer.data?.email || 'Customer');
  return (
    <>
      {customer.data ? null : <h1 className="text-h2">Customer</h1>}
      <Loaded query={customer} name="customer" missing="Customer">
        {(data) => (
          <Customer
            customer={data}
            isAdmin={staff.role === 'admin'}
            onDecided={() => {
              setRefreshUntil(Date.now() + REFRESH_FOR_MS);
              void customer.refetch();
            }}
          />
        )}
      </Loaded>
    </>
  );
}

/** An open dialog. */
type Action =
  | { kind: 'replace-email' }
  | { kind: 'refund'; payment: RefundablePayment }
  | { kind: 'end'; subscription: StaffSubscription };

function Customer(props: { customer: StaffCustomer; isAdmin: boolean; onDecided: () => void }) {
  const { customer, isAdmin, onDecided } = props;
  const queryClient = useQueryClient();
  const { replaceEmail = false } = (useLocation().state ?? {}) as { replaceEmail?: boolean };
  const [action, setAction] = useState<Action | undefined>(
    replaceEmail && isAdmin && !customer.deleted ? { kind: 'replace-email' } : undefined,
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const hasDecided = useRef(false);
  // A decision can remove the button that opened the dialog.
  useEffect(() => {
    if (hasDecided.current) restoreFocus(heading.current);
  });
  const close = () => setAction(undefined);
  const decided = () => {
    hasDecided.current = true;
    onDecided();
  };
  const { id, email, name, deleted, account, deletionAt, paymentMethod, subscriptions, payments } = customer;
  const { data: picture } = useQuery(supportQueries.picture(id));
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="flex items-center gap-4">
          {deleted ? null : (
            <Avatar src={pictureUrl(picture, 192)} name={name || email} className="size-16 text-h3" />
          )}
          <h1 ref={heading} tabIndex={-1} className="text-h2">
            {deleted ? 'Deleted customer' : <bdi>{email}</bdi>}
          </h1>
        </div>
        {isAdmin && !deleted ? (
          <Button size="small" variant="outline" onClick={() => setAction({ kind: 'replace-email' })}>
            Replace email
          </Button>
        ) : null}
      </div>
      <p className="mt-2 text-small text-ink-soft">
        {name ? (
          <>
            <bdi>{name}</bdi> ·{' '}
          </>
        ) : null}
        <span className="code">{id}</span> ·{' '}
        <Link
          to={`/admin/cancellations?${new URLSearchParams({ search: id }).toString()}`}
          className="text-link"
        >
          Submitted cancellations
        </Link>
        {isAdmin ? (
          <>
            {' '}
            ·{' '}
            <Link to={auditPath({ subjectType: 'user', subjectId: id })} className="text-link">
              Audit log entries
            </Link>
          </>
        ) : null}
      </p>
      {paymentMethod ? (
        <p className="mt-2 text-small">
          {cardName(paymentMethod)}, expires {String(paymentMethod.expMonth).padStart(2, '0')}/
          {paymentMethod.expYear}
        </p>
      ) : null}
      {deletionAt ? (
        <p className="mt-2 text-small font-semibold">
          The customer asked to delete this account. It will be deleted <Timestamp at={deletionAt} />.
        </p>
      ) : null}
      {deleted ? (
        <p className="mt-4 max-w-prose text-small">
          This account was deleted. We keep its invoices, receipts, and related records for as long as the law
          requires.
        </p>
      ) : null}
      {account ? <CustomerAccount account={account} hasEmail={email !== ''} /> : null}
      <h2 className="mt-10 mb-4 text-h3">Plans</h2>
      {subscriptions.length > 0 ? (
        <CustomerSubscriptions
          subscriptions={subscriptions}
          onEnd={isAdmin ? (subscription) => setAction({ kind: 'end', subscription }) : undefined}
        />
      ) : (
        <EmptyState title="No plans yet" />
      )}
      <h2 className="mt-10 mb-4 text-h3">Payments</h2>
      {payments.length > 0 ? (
        <CustomerPayments
          payments={payments}
          onRefund={isAdmin ? (payment) => setAction({ kind: 'refund', payment }) : undefined}
        />
      ) : (
        <EmptyState title="No payments yet" />
      )}
      {email ? <CustomerEmails email={email} /> : null}
      {action?.kind === 'refund' ? (
        <RefundDialog customer={customer} payment={action.payment} onClose={close} onSettled={decided} />
      ) : null}
      {action?.kind === 'end' ? (
        <EndPlanDialog
          customer={customer}
          subscription={action.subscription}
          onClose={close}
          onSettled={decided}
        />
      ) : null}
      {action?.kind === 'replace-email' ? (
        <ReplaceEmailDialog
          customer={customer}
          onClose={close}
          onReplaced={(replaced) => {
            queryClient.setQueryData(supportKeys.customer(id), replaced);
            close();
          }}
        />
      ) : null}
    </>
  );
}
