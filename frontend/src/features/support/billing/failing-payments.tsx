import { formatCents } from '@subscription-site/shared/money';
import { FAILING_PAYMENT_LABELS } from '../../../content/support-labels';
import { useLoad } from '../../../lib/use-load';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { fetchFailingPayments } from '../api/support-api';
import { ListSkeleton } from '../components/list-skeleton';
import { LoadError } from '../components/load-error';
import { RecordList, RecordRow } from '../components/record-list';

/** Refunds and recurring billing that the payment provider keeps rejecting. */
export function FailingPayments() {
  const { status, value, error, reload } = useLoad('failing-payments', fetchFailingPayments);
  if (status === 'loading') return <ListSkeleton label="Loading retries..." />;
  if (status === 'failed')
    return <LoadError title="This list couldn't be loaded" error={error} onRetry={() => void reload()} />;
  if (value.items.length === 0) return <EmptyState title="Nothing to retry" />;
  return (
    <RecordList label="Retrying">
      {value.items.map(({ kind, checkoutId, email, amountCents, failures, reason, paymentId }) => (
        <RecordRow
          key={`${kind} ${checkoutId}`}
          title={email ?? 'Unknown customer'}
          subtitle={`${FAILING_PAYMENT_LABELS[kind]}, ${formatCents(amountCents)}`}
          details={reason}
          facts={
            <>
              Failed {failures} {failures === 1 ? 'time' : 'times'}
              <p className="figure">{paymentId}</p>
            </>
          }
        />
      ))}
    </RecordList>
  );
}
