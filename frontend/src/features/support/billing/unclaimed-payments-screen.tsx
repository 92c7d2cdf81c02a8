import { useQuery } from '@tanstack/react-query';
import { usePageTitle } from '../../../lib/browser/use-page-title';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Amount } from '../../../ui/data-display/amount';
import { Timestamp } from '../../../ui/data-display/timestamp';
import { Table } from '../../../ui/data-display/table';
import { supportQueries } from '../api/queries';
import { LoadedList } from '../components/loaded';

/** Payments without an account to add the plan to. */
export function UnclaimedPaymentsScreen() {
  usePageTitle('Unclaimed payments');
  const payments = useQuery(supportQueries.unclaimedPayments());
  return (
    <>
      <h1 className="text-h2">Unclaimed payments</h1>
      <p className="mt-3 mb-6 max-w-prose text-small text-ink-soft">
        Payments received without a valid email address. Use the payment ID to find the buyer at the payment
        provider, or refund the payment there.
      </p>
      <LoadedList
        query={payments}
        name="payments"
        empty={<EmptyState title="No unclaimed payments">Nothing to do here.</EmptyState>}
      >
        {(items) => (
          <Table
            caption="Unclaimed payments"
            columns={['Paid', 'Amount', 'Email entered', 'Payment', 'Checkout']}
          >
            {items.map((payment) => (
              <tr key={payment.checkoutId}>
                <td>
                  <Timestamp at={payment.paidAt} />
                </td>
                <td className="figure">
                  <Amount cents={payment.amountCents} currency={payment.currency} />
                </td>
                <td className="break-all">{payment.email ?? 'None'}</td>
                <td className="code">{payment.paymentIntentId}</td>
                <td className="code">{payment.checkoutId}</td>
              </tr>
            ))}
          </Table>
        )}
      </LoadedList>
    </>
  );
}
