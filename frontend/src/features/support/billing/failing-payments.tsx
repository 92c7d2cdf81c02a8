import { useQuery } from '@tanstack/react-query';
import { formatCents } from '@subscription-site/shared/money';
import { FAILING_PAYMENT_LABELS } from '../../../content/support-labels';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { supportQueries } from '../api/queries';
import { ListSkeleton } from '../components/list-skeleton';
import { LoadError } from '../components/load-error';
import { RecordList, RecordRow } from '../components/record-list';

/** Refunds and recurring billing that the payment provider keeps rejecting. */
export function FailingPayments() {
  const { isPending, data, error, refetch } = useQuery(supportQueries.failingPayments());
  if (isPending) return <ListSkeleton label="Loading retries..." />;
  if (!data)
    return <LoadError title="This list couldn't be loaded" error={error} onRetry={() => void refetch()} />;
  if (data.items.length === 0) return <EmptyState title="Nothing to retry" />;
  return (
    <RecordList label="Retrying">
      {data.items.map(({ kind, checkoutId, email, amountCents, failures, reason, paymentId }) => (
        <RecordRow
          key={`${kind} ${checkoutId}`}
          title={email ?? 'Unknown customer'}
          subtitle={`${FAILING_PAYMENT_LABELS[kind]}, ${formatCents(amountCents)}`}
          details={reason}
          facts={
            <>
              Failed {failures} {failures === 1 ? 'time' : 'times'}
              <p className="code">{paymentId}</p>
            </>
          }
        />
      ))}
    </RecordList>
  );
}
