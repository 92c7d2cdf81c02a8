import { useQuery } from '@tanstack/react-query';
import { Amount } from '../../../ui/data-display/amount';
import { FAILING_PAYMENT_LABELS } from '../../../content/support-labels';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { supportQueries } from '../api/queries';
import { LoadedList } from '../components/loaded';
import { RecordList, RecordRow } from '../components/record-list';

/** Refunds, recurring billing and plan changes that the payment provider rejects. */
export function FailingPayments() {
  const payments = useQuery(supportQueries.failingPayments());
  return (
    <LoadedList query={payments} name="failing payments" empty={<EmptyState title="Nothing has failed" />}>
      {(items) => (
        <RecordList label="Rejected">
          {items.map(
            ({ kind, checkoutId, email, amountCents, currency, failures, reason, paymentId, retrying }) => (
              <RecordRow
                key={`${kind} ${checkoutId} ${paymentId}`}
                title={email ?? 'Unknown customer'}
                subtitle={
                  <>
                    {FAILING_PAYMENT_LABELS[kind]}, <Amount cents={amountCents} currency={currency} />
                  </>
                }
                details={reason}
                facts={
                  <>
                    Failed {failures} {failures === 1 ? 'time' : 'times'}
                    {retrying ? null : ', won’t be retried'}
                    <p className="code">{paymentId}</p>
                  </>
                }
              />
            ),
          )}
        </RecordList>
      )}
    </LoadedList>
  );
}
