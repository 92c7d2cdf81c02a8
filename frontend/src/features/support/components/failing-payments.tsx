import { formatCents } from '@subscription-site/shared/money';
import { FAILING_PAYMENT_WORDS } from '../../../content/support-words';
import { useLoad } from '../../../lib/use-load';
import { EmptyState } from '../../../ui/empty-state';
import { Table } from '../../../ui/table';
import { fetchFailingPayments } from '../api/support-api';
import { ListSkeleton } from './list-skeleton';
import { LoadFailed } from './load-failed';

const COLUMNS = ['What', 'Customer', 'Amount', 'Failed', 'What the provider said', 'Payment'];

/** What the payment provider keeps rejecting. */
export function FailingPayments() {
  const { status, value, fault, reload } = useLoad('failing-payments', fetchFailingPayments);
  if (status === 'loading') return <ListSkeleton label="Loading what is retried..." />;
  if (status === 'failed')
    return <LoadFailed title="This list could not be loaded" fault={fault} onRetry={() => void reload()} />;
  if (value.items.length === 0) return <EmptyState title="Nothing keeps failing" />;
  return (
    <Table caption="Retrying" columns={COLUMNS}>
      {value.items.map(({ kind, checkoutId, email, amountCents, failures, reason, paymentId }) => (
        <tr key={`${kind} ${checkoutId}`}>
          <td className="whitespace-nowrap">{FAILING_PAYMENT_WORDS[kind]}</td>
          <td className="min-w-40 wrap-anywhere">{email ?? 'Unknown'}</td>
          <td className="figure">{formatCents(amountCents)}</td>
          <td className="whitespace-nowrap">{failures} times</td>
          <td className="min-w-60 wrap-anywhere">{reason}</td>
          <td className="figure min-w-40 wrap-anywhere">{paymentId}</td>
        </tr>
      ))}
    </Table>
  );
}
