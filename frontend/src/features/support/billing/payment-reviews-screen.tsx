import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CheckoutInReview, StaffMember } from '@subscription-site/shared/contracts';
import { formatCents } from '@subscription-site/shared/money';
import { CATALOG } from '@subscription-site/shared/plans';
import { REVIEW_CAUSE_LABELS } from '../../../content/support-labels';
import { usePageTitle } from '../../../lib/browser/use-page-title';
import { Badge } from '../../../ui/data-display/badge';
import { Button } from '../../../ui/buttons/button';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Timestamp } from '../../../ui/data-display/timestamp';
import { supportKeys, supportQueries } from '../api/queries';
import { FailingPayments } from './failing-payments';
import { ListSkeleton } from '../components/list-skeleton';
import { LoadError } from '../components/load-error';
import { RecordList, RecordRow } from '../components/record-list';
import { ResolveDialog } from './resolve-dialog';

/** Payments that need a decision, and those that the payment provider keeps rejecting. */
export function PaymentReviewsScreen({ staff }: { staff: StaffMember }) {
  usePageTitle('Payment reviews');
  return (
    <>
      <h1 className="text-h2">Payment reviews</h1>
      <p className="mt-3 mb-6 max-w-prose text-small text-ink-soft">
        Payments that arrived but don&apos;t match their order. The buyer has no plan yet and was asked not to
        pay again. Activate the plan or refund the payment. Either way, the buyer gets an email.
        {staff.role === 'admin' ? '' : ' Only administrators can resolve payments.'}
      </p>
      <Reviews mayResolve={staff.role === 'admin'} />
      <h2 className="mt-12 text-h3">Retrying</h2>
      <p className="mt-3 mb-6 max-w-prose text-small text-ink-soft">
        Refunds and recurring billing that the payment provider keeps rejecting. We keep retrying. Once you
        fix the cause there, they disappear from this list within an hour.
      </p>
      <FailingPayments />
    </>
  );
}

function Reviews({ mayResolve }: { mayResolve: boolean }) {
  const queryClient = useQueryClient();
  const { isPending, data, error, refetch } = useQuery(supportQueries.reviews());
  const [deciding, setDeciding] = useState<CheckoutInReview>();
  if (isPending) return <ListSkeleton label="Loading payments..." />;
  if (!data)
    return <LoadError title="The payments couldn't be loaded" error={error} onRetry={() => void refetch()} />;
  if (data.items.length === 0)
    return <EmptyState title="Every payment matches its order">Nothing to do here.</EmptyState>;
  return (
    <>
      <RecordList label="Payments to review">
        {data.items.map((review) => (
          <RecordRow
            key={review.checkoutId}
            title={review.email ?? 'Unknown buyer'}
            subtitle={`${CATALOG[review.plan].name}, ${formatCents(review.amountCents)} / ${review.interval}`}
            details={
              <>
                <Badge tone="danger">{REVIEW_CAUSE_LABELS[review.cause]}</Badge>
                <p className="mt-1 text-ink-soft">{review.details}</p>
              </>
            }
            facts={
              <>
                Paid <Timestamp at={review.paidAt} />
                <p className="code">{review.paymentId}</p>
              </>
            }
            action={
              mayResolve ? (
                <Button size="small" variant="outline" onClick={() => setDeciding(review)}>
                  Resolve
                  <span className="sr-only"> {review.paymentId}</span>
                </Button>
              ) : null
            }
          />
        ))}
      </RecordList>
      {deciding ? (
        <ResolveDialog
          review={deciding}
          onClose={(acted) => {
            setDeciding(undefined);
            if (acted) void queryClient.invalidateQueries({ queryKey: supportKeys.reviews });
          }}
        />
      ) : null}
    </>
  );
}
