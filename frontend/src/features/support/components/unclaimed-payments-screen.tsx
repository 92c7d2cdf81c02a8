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
  useScreenTitle('Paid, no account');
  const { status, value, fault, reload } = useLoad('unclaimed', fetchUnclaimedPayments);
  return (
    <>
      <h1 className="text-h2">Paid, no account</h1>
      <p className="mt-3 mb-6 max-w-prose text-small text-ink-soft">
        Payments that came without an address. Find the buyer by the reference at the payment provider, or
        refund there.
      </p>
      {status === 'loading' ? <ListSkeleton label="Loading payments..." /> : null}
      {status === 'failed' ? (
        <LoadFailed title="The payments could not be loaded" fault={fault} onRetry={() => void reload()} />
      ) : null}
      {value && value.items.length === 0 ? (
        <EmptyState title="Every payment has its account">Nothing to do here.</EmptyState>
      ) : null}
      {value && value.items.length > 0 ? (
        <Table caption="Paid, no account" columns={['Paid', 'Amount', 'Reference', 'Checkout']}>
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
