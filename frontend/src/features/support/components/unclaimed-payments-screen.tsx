import { formatCents } from '@subscription-site/shared/money';
import { useScreenTitle } from '../../../lib/browser/screen-title';
import { useLoad } from '../../../lib/use-load';
import { EmptyState } from '../../../ui/empty-state';
import { Moment } from '../../../ui/moment';
import { Table } from '../../../ui/table';
import { fetchUnclaimedPayments } from '../api/support-api';
import { ListSkeleton } from './list-skeleton';
import { LoadFailed } from './load-failed';

/** Money that arrived without anyone to give a plan to. */
export function UnclaimedPaymentsScreen() {
  useScreenTitle('Unclaimed payments');
  const { status, value, fault, reload } = useLoad('unclaimed', fetchUnclaimedPayments);
  return (
    <>
      <h1 className="text-h2">Unclaimed payments</h1>
      <p className="mt-3 mb-6 max-w-prose text-small text-ink-soft">
        Payments received without an email address. Use the reference to find the buyer at the payment
        provider, or refund the payment there.
      </p>
      {status === 'loading' ? <ListSkeleton label="Loading payments..." /> : null}
      {status === 'failed' ? (
        <LoadFailed title="The payments couldn't be loaded" fault={fault} onRetry={() => void reload()} />
      ) : null}
      {value && value.items.length === 0 ? (
        <EmptyState title="No unclaimed payments">Nothing to do here.</EmptyState>
      ) : null}
      {value && value.items.length > 0 ? (
        <Table caption="Unclaimed payments" columns={['Paid', 'Amount', 'Reference', 'Checkout']}>
          {value.items.map((payment) => (
            <tr key={payment.checkoutId}>
              <td>
                <Moment at={payment.paidAt} />
              </td>
              <td className="figure">{formatCents(payment.amountCents)}</td>
              <td className="figure">{payment.paymentIntentId}</td>
              <td className="figure">{payment.checkoutId}</td>
            </tr>
          ))}
        </Table>
      ) : null}
    </>
  );
}
