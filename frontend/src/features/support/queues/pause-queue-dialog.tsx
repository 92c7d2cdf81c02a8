import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { errorMessage } from '../../../lib/api/messages';
import { Button } from '../../../ui/buttons/button';
import { Dialog } from '../../../ui/dialogs/dialog';
import { Callout } from '../../../ui/feedback/callout';
import { toastSuccess } from '../../../ui/feedback/toast';
import { focusFirstError } from '../../../ui/forms/field-errors';
import { supportKeys } from '../api/queries';
import { pauseQueue } from '../api/support-api';
import { ReasonField } from '../components/reason-field';

/** Pauses a queue, with a reason for the audit log. */
export function PauseQueueDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState<string>();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => pauseQueue(name, reason.trim()),
    onSuccess: () => {
      toastSuccess({
        title: 'Queue paused',
        description: `${name} won’t process jobs until it’s resumed.`,
      });
      void queryClient.invalidateQueries({ queryKey: supportKeys.queues });
      onClose();
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const found = reason.trim() ? undefined : 'Enter a reason for the audit log.';
    setMissing(found);
    if (found) focusFirstError(event.currentTarget);
    else mutate();
  };
  return (
    <Dialog open onClose={onClose} title={`Pause the ${name} queue?`}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <p className="text-small">
          No worker processes its jobs until an administrator resumes it. Nothing is lost, but customers wait.
        </p>
        <ReasonField value={reason} error={missing} hiddenFrom="customer" onChange={setReason} />
        {error ? (
          <Callout tone="danger" title="Couldn’t pause queue">
            <p>{errorMessage(error)}</p>
          </Callout>
        ) : null}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            Keep it running
          </Button>
          <Button type="submit" variant="danger" busyLabel={isPending && 'Pausing...'}>
            Pause queue
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
