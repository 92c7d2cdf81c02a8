import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import type { StaffCustomer, StaffSubscription } from '@subscription-site/shared/contracts';
import { CATALOG, RETENTION_DAYS } from '@subscription-site/shared/plans';
import { errorMessage } from '../../../lib/api/messages';
import { Button } from '../../../ui/buttons/button';
import { ShortDate } from '../../../ui/data-display/relative-time';
import { Dialog } from '../../../ui/dialogs/dialog';
import { Callout } from '../../../ui/feedback/callout';
import { toastSuccess } from '../../../ui/feedback/toast';
import { focusFirstError } from '../../../ui/forms/field-errors';
import { SegmentedControl } from '../../../ui/forms/segmented-control';
import { endSubscription } from '../api/support-api';
import { ReasonField } from '../components/reason-field';

const CHOICES = [
  { key: 'period', label: 'End of period' },
  { key: 'now', label: 'Right away' },
] as const;

interface Props {
  customer: StaffCustomer;
  subscription: StaffSubscription;
  onClose: () => void;
  /** Called after each attempt. */
  onSettled: () => void;
}

/** Ends a plan without a refund, with a reason for the audit log. */
export function EndPlanDialog({ customer, subscription, onClose, onSettled }: Props) {
  const { id, plan, status, cancelAt, currentPeriodEnd, pendingChange } = subscription;
  const { name } = CATALOG[plan];
  const queryClient = useQueryClient();
  // With a payment overdue, it would end right away in any case.
  const canWait = !cancelAt && (status === 'active' || status === 'incomplete');
  const [choice, setChoice] = useState<'period' | 'now'>(canWait ? 'period' : 'now');
  const [reason, setReason] = useState('');
  const [reasonError, setReasonError] = useState<string>();
  const atPeriodEnd = choice === 'period';
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => endSubscription(id, { atPeriodEnd, reason: reason.trim() }),
    onSuccess: () => {
      if (atPeriodEnd)
        toastSuccess({ title: 'Plan set to end', description: `The ${name} plan won’t renew.` });
      else
        toastSuccess({
          title: 'Plan is ending',
          description: 'Its status changes once the payment provider has confirmed it.',
        });
      onClose();
    },
    onSettled,
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // `isPending` is updated too late for a double click.
    if (queryClient.isMutating() > 0) return;
    const missing = reason.trim() ? undefined : 'Enter a reason for the audit log.';
    setReasonError(missing);
    if (missing) focusFirstError(event.currentTarget);
    else mutate();
  };

  return (
    <Dialog open onClose={onClose} title={`End the ${name} plan?`}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        {canWait ? (
          <div>
            <SegmentedControl
              legend="When the plan ends"
              choices={CHOICES}
              chosen={choice}
              onChoose={setChoice}
            />
          </div>
        ) : null}
        <ul className="grid list-disc gap-1 pl-5 text-small">
          {atPeriodEnd ? (
            <li>
              The plan stays active until <ShortDate at={currentPeriodEnd} withTime /> and won’t renew. The
              customer can resume it until then.
            </li>
          ) : (
            <li>The plan ends right away, and open invoices are canceled. This can’t be undone.</li>
          )}
          {pendingChange ? (
            <li>The scheduled change to {CATALOG[pendingChange.plan].name} won’t happen.</li>
          ) : null}
          <li>This doesn’t refund anything. To refund the customer, use Refund next to a payment.</li>
          {customer.deleted || customer.deletionAt ? null : (
            <li>
              We’ll keep the customer’s data for {RETENTION_DAYS} days after the plan ends, then delete it.
            </li>
          )}
          {customer.deleted ? null : <li>We’ll email the customer.</li>}
        </ul>
        <ReasonField value={reason} error={reasonError} rows={2} hiddenFrom="customer" onChange={setReason} />
        {error ? (
          <Callout tone="danger" title="Couldn’t end plan">
            <p>{errorMessage(error)}</p>
          </Callout>
        ) : null}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            Keep plan
          </Button>
          <Button type="submit" variant="danger" busyLabel={isPending && 'One moment...'}>
            End plan
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
