import { useState, type SubmitEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { CheckoutInReview, ReviewCause } from '@subscription-site/shared/contracts';
import { CATALOG } from '@subscription-site/shared/plans';
import { isApiError } from '../../../lib/api/api-error';
import { errorMessage } from '../../../lib/api/messages';
import { Button } from '../../../ui/buttons/button';
import { Amount } from '../../../ui/data-display/amount';
import { SegmentedControl } from '../../../ui/forms/segmented-control';
import { Dialog } from '../../../ui/dialogs/dialog';
import { Callout } from '../../../ui/feedback/callout';
import { toastSuccess } from '../../../ui/feedback/toast';
import { resolveReview } from '../api/support-api';
import { ReasonField } from '../components/reason-field';

type Action = 'provision' | 'refund';

const CHOICES = [
  { key: 'provision', label: 'Activate plan' },
  { key: 'refund', label: 'Refund' },
] as const;

/** Causes for which the amount received may differ from the plan's price. */
const AMOUNT_CAUSES: readonly ReviewCause[] = ['amount', 'currency', 'refunded'];

const DONE: Record<Action, string> = {
  provision: 'The plan is active.',
  refund: 'The payment is being refunded in full.',
};

/** Activates the plan or refunds the payment, with a reason for the audit log. `onClose` receives whether the list has changed. */
export function ResolveDialog({
  review,
  onClose,
}: {
  review: CheckoutInReview;
  onClose: (changed: boolean) => void;
}) {
  const [action, setAction] = useState<Action>('provision');
  const [reason, setReason] = useState('');
  const [reasonError, setReasonError] = useState<string>();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => resolveReview(review.checkoutId, action, reason.trim()),
    onSuccess: () => {
      toastSuccess({ title: 'Payment resolved', description: DONE[action] });
      onClose(true);
    },
  });
  const isAlreadyResolved = isApiError(error, 'checkout_not_in_review');

  const resolve = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const missing = !reason.trim();
    setReasonError(missing ? 'Enter a reason for the audit log.' : undefined);
    if (missing) event.currentTarget.querySelector('textarea')?.focus();
    else mutate();
  };

  return (
    <Dialog open onClose={() => onClose(isAlreadyResolved)} title="Resolve this payment">
      <form noValidate onSubmit={resolve} className="grid gap-5">
        <p className="text-small">
          {review.email ?? 'An unknown buyer'} ordered {CATALOG[review.plan].name} for{' '}
          <Amount cents={review.amountCents} /> a {review.interval}. {review.details}.
        </p>
        <div>
          <SegmentedControl legend="Decision" choices={CHOICES} chosen={action} onChoose={setAction} />
          <p className="mt-2 text-fine text-ink-soft">
            {action === 'provision'
              ? 'Activates the plan the buyer ordered, regardless of the amount paid, and sends a welcome email.'
              : 'Refunds the full amount paid and emails the buyer.'}
          </p>
        </div>
        {action === 'provision' && AMOUNT_CAUSES.includes(review.cause) ? (
          <Callout tone="marker" title="Check the amount">
            <p>The payment doesn’t match the plan’s price. Activating the plan accepts the difference.</p>
          </Callout>
        ) : null}
        <ReasonField value={reason} error={reasonError} hiddenFrom="buyer" onChange={setReason} />
        {error ? (
          <Callout tone="danger" title="Couldn’t resolve payment">
            <p>{errorMessage(error)}</p>
          </Callout>
        ) : null}
        <div className="flex flex-wrap justify-end gap-3">
          <Button type="button" variant="quiet" onClick={() => onClose(isAlreadyResolved)}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={action === 'refund' ? 'danger' : undefined}
            busyLabel={isPending && 'One moment...'}
          >
            {action === 'refund' ? 'Refund payment' : 'Activate plan'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
