import { useState, type SubmitEvent } from 'react';
import type { CheckoutInReview, ReviewCause } from '@subscription-site/shared/contracts';
import { formatCents } from '@subscription-site/shared/money';
import { CATALOG } from '@subscription-site/shared/plans';
import { isApiError } from '../../../lib/api/api-error';
import { errorMessage } from '../../../lib/api/messages';
import { Button } from '../../../ui/button';
import { SegmentedControl } from '../../../ui/segmented-control';
import { Dialog } from '../../../ui/dialog';
import { TextAreaField } from '../../../ui/field';
import { Callout } from '../../../ui/callout';
import { toastSuccess } from '../../../ui/toast';
import { resolveReview } from '../api/support-api';

type Action = 'provision' | 'refund';

const CHOICES = [
  { key: 'provision', label: 'Give the plan' },
  { key: 'refund', label: 'Refund' },
] as const;

/** Reviews of payments that may not have brought in the plan's price. */
const MONEY_CAUSES: readonly ReviewCause[] = ['amount', 'currency', 'refunded'];

const DONE: Record<Action, string> = {
  provision: 'The buyer has the plan.',
  refund: 'The payment is being returned in full.',
};

/** Decides on a payment, with a reason for the audit log. `onClose` tells whether the list has changed. */
export function ResolveDialog({
  review,
  onClose,
}: {
  review: CheckoutInReview;
  onClose: (acted: boolean) => void;
}) {
  const [action, setAction] = useState<Action>('provision');
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState<string>();
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const gone = isApiError(error, 'checkout_not_in_review');

  const resolve = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const given = reason.trim();
    setMissing(given ? undefined : 'Say why: it is kept in the audit log.');
    if (!given) return event.currentTarget.querySelector('textarea')?.focus();
    setBusy(true);
    try {
      await resolveReview(review.checkoutId, action, given);
      toastSuccess({ title: 'Payment resolved', description: DONE[action] });
      onClose(true);
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
    }
  };

  return (
    <Dialog open onClose={() => onClose(gone)} title="Resolve this payment">
      <form noValidate onSubmit={(event) => void resolve(event)} className="grid gap-5">
        <p className="text-small">
          {review.email ?? 'An unknown buyer'} ordered {CATALOG[review.plan].name} for{' '}
          {formatCents(review.amountCents)} a {review.interval}. {review.details}.
        </p>
        <div>
          <SegmentedControl legend="Decision" choices={CHOICES} chosen={action} onChoose={setAction} />
          <p className="mt-2 text-fine text-ink-soft">
            {action === 'provision'
              ? 'The buyer gets the plan they ordered, whatever they paid, and a welcome email.'
              : 'Everything the buyer paid goes back, and they get an email about it.'}
          </p>
        </div>
        {action === 'provision' && MONEY_CAUSES.includes(review.cause) ? (
          <Callout tone="marker" title="Check the amount">
            <p>
              The payment doesn&apos;t match the plan&apos;s price. Giving the plan accepts the difference.
            </p>
          </Callout>
        ) : null}
        <TextAreaField
          label="Reason"
          name="reason"
          rows={3}
          maxLength={500}
          value={reason}
          error={missing}
          hint="For the audit log. The buyer does not see it."
          onChange={(event) => setReason(event.target.value)}
        />
        {error ? (
          <Callout tone="danger" title="Not resolved">
            <p>{errorMessage(error)}</p>
          </Callout>
        ) : null}
        <div className="flex flex-wrap justify-end gap-3">
          <Button type="button" variant="quiet" onClick={() => onClose(gone)}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={action === 'refund' ? 'danger' : undefined}
            busyLabel={busy && 'One moment...'}
          >
            {action === 'refund' ? 'Refund the payment' : 'Give the plan'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
