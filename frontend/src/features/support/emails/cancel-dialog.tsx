import { useMutation } from '@tanstack/react-query';
import type { EmailDetail } from '@subscription-site/shared/contracts';
import { errorMessage } from '../../../lib/api/messages';
import { Button } from '../../../ui/buttons/button';
import { Dialog } from '../../../ui/dialogs/dialog';
import { Callout } from '../../../ui/feedback/callout';
import { toastSuccess } from '../../../ui/feedback/toast';
import { cancelEmail } from '../api/support-api';

export function CancelDialog({ email, onClose }: { email: EmailDetail; onClose: (acted: boolean) => void }) {
  const failed = email.status === 'failed';
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => cancelEmail(email.id),
    onSuccess: () => {
      toastSuccess(
        failed
          ? { title: 'Email dismissed', description: `“${email.subject}” is no longer listed as failed.` }
          : { title: 'Email canceled', description: `“${email.subject}” won’t be sent.` },
      );
      onClose(true);
    },
  });
  return (
    <Dialog
      open
      onClose={() => onClose(error !== null)}
      title={failed ? 'Dismiss this email?' : 'Cancel this email?'}
    >
      <p>
        “{email.subject}” to <bdi className="wrap-anywhere">{email.recipient}</bdi>{' '}
        {failed ? 'won’t be listed as failed anymore' : 'won’t be sent'}. You can resend it later.
      </p>
      {error ? (
        <Callout
          tone="danger"
          title={failed ? 'Couldn’t dismiss email' : 'Couldn’t cancel email'}
          className="mt-4"
        >
          <p>{errorMessage(error)}</p>
        </Callout>
      ) : null}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={() => onClose(error !== null)}>
          Keep it
        </Button>
        <Button variant="danger" busyLabel={isPending && 'One moment...'} onClick={() => mutate()}>
          {failed ? 'Dismiss email' : 'Yes, cancel it'}
        </Button>
      </div>
    </Dialog>
  );
}
