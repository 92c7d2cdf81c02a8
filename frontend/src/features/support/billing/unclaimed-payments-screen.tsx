import { useQuery } from '@tanstack/react-query';
import { formatCents } from '@subscription-site/shared/money';
import { usePageTitle } from '../../../lib/browser/use-page-title';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Timestamp } from '../../../ui/data-display/timestamp';
import { Table } from '../../../ui/data-display/table';
import { supportQueries } from '../api/queries';
import { ListSkeleton } from '../components/list-skeleton';
import { LoadError } from '../components/load-error';

/** Payments without an account to add the plan to. */
export function UnclaimedPaymentsScreen() {
  usePageTitle('Unclaimed payments');
  const { isPending, isLoadingError, data, error, refetch } = useQuery(supportQueries.unclaimedPayments());
  return (
    <>
      <h1 className="text-h2">Unclaimed payments</h1>
      <p className="mt-3 mb-6 max-w-prose text-small text-ink-soft">
        Payments received without an email address. Use the reference to find the buyer at the payment
        provider, or refund the payment there.
      </p>
      {isPending ? <ListSkeleton label="Loading payments..." /> : null}
      {isLoadingError ? (
        <LoadError title="The payments couldn't be loaded" error={error} onRetry={() => void refetch()} />
      ) : null}
      {data && data.items.length === 0 ? (
        <EmptyState title="No unclaimed payments">Nothing to do here.</EmptyState>
      ) : null}
      {data && data.items.length > 0 ? (
        <Table caption="Unclaimed payments" columns={['Paid', 'Amount', 'Reference', 'Checkout']}>
          {data.items.map((payment) => (
            <tr key={payment.checkoutId}>
              <td>
                <Timestamp at={payment.paidAt} />
              </td>
              <td className="figure">{formatCents(payment.amountCents)}</td>
              <td className="code">{payment.paymentIntentId}</td>
              <td className="code">{payment.checkoutId}</td>
            </tr>
          ))}
        </Table>
      ) : null}
    </>
  );
}
