import { useQueryClient } from '@tanstack/react-query';
import { undoDeletion } from '../../../lib/session/account-deletion';
import { Button } from '../../../ui/buttons/button';
import { ShortDate } from '../../../ui/data-display/relative-time';
import { Callout } from '../../../ui/feedback/callout';
import { toastSuccess } from '../../../ui/feedback/toast';
import { restoreFocus } from '../../../ui/focus/restore-focus';
import { catchFormError } from '../../../ui/forms/catch-form-error';
import { FormErrorAlert } from '../../../ui/forms/form-error-alert';
import { useSubmit } from '../../../ui/forms/use-submit';
import { hasEnded, planName, type Subscription } from '../subscription';

/** Shown while the account is scheduled for deletion: the plan ends with it, and nothing can be bought. */
export function DeletionAlert({
  deletionAt,
  subscription,
}: {
  deletionAt: string;
  subscription: Subscription | null;
}) {
  const { busy, formError, run } = useSubmit();
  const queryClient = useQueryClient();
  const keep = async () => {
    if (!(await run(() => catchFormError('Couldn’t undo the deletion', undoDeletion)))) return;
    toastSuccess({ title: 'You’re keeping your account', description: 'We won’t delete anything.' });
    await queryClient.invalidateQueries();
    // The alert and its button are gone.
    restoreFocus(document.querySelector<HTMLElement>('main'));
  };
  return (
    <div className="mb-9 grid max-w-[36rem] gap-6">
      <Callout tone="marker" title="Your account is scheduled for deletion">
        <p>
          We’ll delete it and everything in it on <ShortDate at={deletionAt} withTime />.{' '}
          {subscription?.cancelAt && !hasEnded(subscription) ? (
            <>
              You can use {planName(subscription.plan)} until{' '}
              <ShortDate at={subscription.cancelAt} withTime />, and we won’t charge you again.
            </>
          ) : null}
        </p>
        <Button className="mt-4 mb-1" busyLabel={busy && 'One moment...'} onClick={() => void keep()}>
          Keep my account
        </Button>
      </Callout>
      <FormErrorAlert error={formError} />
    </div>
  );
}
