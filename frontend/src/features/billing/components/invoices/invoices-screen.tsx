import { useRef, useState } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { InvoiceItem } from '@subscription-site/shared/contracts';
import { billingActionPath } from '../../../../lib/billing-paths';
import { errorMessage } from '../../../../lib/api/messages';
import { Button, buttonClass } from '../../../../ui/buttons/button';
import { Table } from '../../../../ui/data-display/table';
import { EmptyState } from '../../../../ui/feedback/empty-state';
import { Skeleton } from '../../../../ui/feedback/skeleton';
import { toastSuccess } from '../../../../ui/feedback/toast';
import { restoreFocus } from '../../../../ui/focus/restore-focus';
import { catchFormError } from '../../../../ui/forms/catch-form-error';
import { FormErrorAlert } from '../../../../ui/forms/form-error-alert';
import { useSubmit, type FormError } from '../../../../ui/forms/use-submit';
import { Link } from '../../../../ui/navigation/link';
import { correctableQuery, correctInvoice, downloadDocument } from '../../api/documents-api';
import { invoicesQuery, useReloadBilling, useSubscription } from '../../api/queries';
import { usePayInvoice } from '../../use-pay-invoice';
import { BillingDetailsSection } from '../billing-details/billing-details-section';
import { InvoiceRow, type InvoiceAction } from './invoice-row';

/** All invoices, newest first. Open ones can be paid. */
export function InvoicesScreen() {
  const { isPending, isLoadingError, data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(invoicesQuery);
  // Reloads the invoices when a payment changes the subscription.
  useSubscription();
  const { busy, formError, run } = useSubmit();
  const payInvoice = usePayInvoice();
  const correctable = useQuery(correctableQuery);
  const reload = useReloadBilling();
  const [acting, setActing] = useState<{ id: string; action: InvoiceAction }>();
  const heading = useRef<HTMLHeadingElement>(null);

  const act = async (action: InvoiceAction, { id }: InvoiceItem) => {
    setActing({ id, action });
    if (await run(() => perform(action, id))) {
      if (action === 'pay')
        toastSuccess({ title: 'Payment received', description: 'Thanks! Your invoice is paid.' });
      if (action === 'correct') {
        toastSuccess({
          title: 'Invoice corrected',
          description: 'Download the new version with your current billing details.',
        });
        await reload();
      }
    }
    setActing(undefined);
    if (action === 'pay' || action === 'correct') restoreFocus(heading.current);
  };
  const perform = (action: InvoiceAction, id: string): Promise<FormError | undefined> => {
    if (action === 'pay') return payInvoice(id);
    if (action === 'correct')
      return catchFormError('Couldn’t correct your invoice', () => correctInvoice(id));
    return catchFormError('Couldn’t download the document', () => downloadDocument(id, action));
  };

  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="mb-8 text-h2">
        Invoices
      </h1>
      {isPending ? <InvoicesSkeleton /> : null}
      {isLoadingError ? (
        <div role="alert">
          <EmptyState
            title="Your invoices couldn’t be loaded"
            action={<Button onClick={() => void refetch()}>Try again</Button>}
          >
            {errorMessage(error)}
          </EmptyState>
        </div>
      ) : null}
      {data?.length === 0 ? (
        <EmptyState title="No invoices yet">
          <p>Once you pay for a plan, your invoices will appear here.</p>
        </EmptyState>
      ) : null}
      <div className="grid gap-6">
        <FormErrorAlert error={formError}>
          {formError?.code === 'payment_declined' ? (
            <Link to={billingActionPath('card')} className={buttonClass('outline', 'small', 'mt-3')}>
              Use a different card
            </Link>
          ) : null}
        </FormErrorAlert>
        {data && data.length > 0 ? (
          <Table caption="Invoices" columns={['Date', 'Amount', 'Status']}>
            {data.map((invoice) => (
              <InvoiceRow
                key={invoice.id}
                invoice={invoice}
                correctable={correctable.data?.includes(invoice.id) ?? false}
                busy={busy && acting?.id === invoice.id ? acting.action : undefined}
                onAction={(action) => void act(action, invoice)}
              />
            ))}
          </Table>
        ) : null}
        {hasNextPage ? (
          <div>
            <Button
              variant="outline"
              busyLabel={isFetchingNextPage && 'Loading...'}
              onClick={() => void fetchNextPage()}
            >
              Show older invoices
            </Button>
          </div>
        ) : null}
      </div>
      <div className="mt-12">
        <BillingDetailsSection />
      </div>
    </>
  );
}

function InvoicesSkeleton() {
  return (
    <output className="block border border-rule bg-card">
      <span className="sr-only">Loading your invoices...</span>
      {['w-2/5', 'w-1/2', 'w-2/5'].map((width, index) => (
        <span key={index} className="grid gap-2.5 border-b border-rule px-5 py-5 last:border-b-0">
          <Skeleton className={width} />
          <Skeleton className="h-3 w-1/4" />
        </span>
      ))}
    </output>
  );
}
