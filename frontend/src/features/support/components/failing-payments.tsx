import { formatCents } from '@subscription-site/shared/money';
import { FAILING_PAYMENT_LABELS } from '../../../content/support-labels';
import { useLoad } from '../../../lib/use-load';
import { EmptyState } from '../../../ui/empty-state';
import { Table } from '../../../ui/table';
import { fetchFailingPayments } from '../api/support-api';
import { ListSkeleton } from './list-skeleton';
import { LoadError } from './load-error';

const COLUMNS = ['What', 'Customer', 'Amount', 'Failed', 'What the provider said', 'Payment'];

/** What the payment provider keeps rejecting. */
export function FailingPayments() {
  const { status, value, error, reload } = useLoad('failing-payments', fetchFailingPayments);
  if (status === 'loading') return <ListSkeleton label="Loading what is retried..." />;
  if (status === 'failed')
    return <LoadError title="This list couldn't be loaded" error={error} onRetry={() => void reload()} />;
  if (value.items.length === 0) return <EmptyState title="Nothing is failing" />;
  return (
    <Table caption="Retrying" columns={COLUMNS}>
      {value.items.map(({ kind, checkoutId, email, amountCents, failures, reason, paymentId }) => (
        <tr key={`${kind} ${checkoutId}`}>
          <td className="whitespace-nowrap">{FAILING_PAYMENT_LABELS[kind]}</td>
          <td className="min-w-60 wrap-anywhere">{email ?? 'Unknown'}</td>
          <td className="figure">{formatCents(amountCents)}</td>
          <td className="whitespace-nowrap">{failures} times</td>
          <td className="min-w-60 wrap-anywhere">{reason}</td>
          <td className="figure min-w-40 wrap-anywhere">{paymentId}</td>
        </tr>
      ))}
    </Table>
  );
}
