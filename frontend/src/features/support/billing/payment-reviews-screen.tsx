import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CheckoutInReview, StaffMember } from '@subscription-site/shared/contracts';
import { CATALOG } from '@subscription-site/shared/plans';
import { REVIEW_CAUSE_LABELS } from '../../../content/support-labels';
import { usePageTitle } from '../../../lib/browser/use-page-title';
import { Amount } from '../../../ui/data-display/amount';
import { Badge } from '../../../ui/data-display/badge';
import { Button } from '../../../ui/buttons/button';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Timestamp } from '../../../ui/data-display/timestamp';
import { supportKeys, supportQueries } from '../api/queries';
import { LoadedList } from '../components/loaded';
import { FailingPayments } from './failing-payments';
import { RecordList, RecordRow } from '../components/record-list';
import { ResolveDialog } from './resolve-dialog';

/** Payments that need a decision, and those that the payment provider keeps rejecting. */
export function PaymentReviewsScreen({ staff }: { staff: StaffMember }) {
  usePageTitle('Payment reviews');
  return (
    <>
      <h1 className="text-h2">Payment reviews</h1>
      <p className="mt-3 mb-6 max-w-prose text-small text-ink-soft">
        Payments that don’t match their order, or whose refund failed. Buyers whose payment doesn’t match have
        no plan yet and were asked not to pay again. Activate the plan or refund the payment. Either way, the
        buyer gets an email.
        {staff.role === 'admin' ? '' : ' Only administrators can resolve payments.'}
      </p>
      <Reviews mayResolve={staff.role === 'admin'} />
      <h2 className="mt-12 text-h3">Rejected</h2>
      <p className="mt-3 mb-6 max-w-prose text-small text-ink-soft">
        Refunds, recurring billing, and plan changes that the payment provider rejects. Most are retried: once
        you fix the cause there, they disappear from this list within an hour. Those that won’t be retried
        disappear once you make the refund or change.
      </p>
      <FailingPayments />
    </>
  );
}

function Reviews({ mayResolve }: { mayResolve: boolean }) {
  const queryClient = useQueryClient();
  const reviews = useQuery(supportQueries.reviews());
  const [deciding, setDeciding] = useState<CheckoutInReview>();
  return (
    <>
      <LoadedList
        query={reviews}
        name="payments"
        empty={<EmptyState title="No payments to review">Nothing to do here.</EmptyState>}
      >
        {(items) => (
          <RecordList label="Payments to review">
            {items.map((review) => (
              <RecordRow
                key={review.checkoutId}
                title={review.email ?? 'Unknown buyer'}
                subtitle={
                  <>
                    {CATALOG[review.plan].name}, <Amount cents={review.amountCents} /> / {review.interval}
                  </>
                }
                details={
                  <>
                    <Badge tone="danger">{REVIEW_CAUSE_LABELS[review.cause]}</Badge>
                    <p className="mt-1 text-ink-soft">{review.details}</p>
                  </>
                }
                facts={
                  <>
                    Paid{' '}
                    {review.paid ? (
                      <>
                        <Amount cents={review.paid.amountCents} currency={review.paid.currency} />
                        {', '}
                      </>
                    ) : null}
                    <Timestamp at={review.paidAt} />
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
        )}
      </LoadedList>
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
