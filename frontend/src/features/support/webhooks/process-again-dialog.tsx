import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import type { WebhookListItem } from '@subscription-site/shared/contracts';
import { errorMessage } from '../../../lib/api/messages';
import { Button } from '../../../ui/buttons/button';
import { Dialog } from '../../../ui/dialogs/dialog';
import { Callout } from '../../../ui/feedback/callout';
import { toastSuccess } from '../../../ui/feedback/toast';
import { focusFirstError } from '../../../ui/forms/field-errors';
import { supportKeys } from '../api/queries';
import { replayWebhook } from '../api/support-api';
import { ReasonField } from '../components/reason-field';

/** Processes a webhook event again, with a reason for the audit log. */
export function ProcessAgainDialog({ webhook, onClose }: { webhook: WebhookListItem; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState<string>();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => replayWebhook(webhook.id, reason.trim()),
    onSuccess: () => {
      toastSuccess({ title: 'Processing again', description: `${webhook.type} will be handled shortly.` });
      void queryClient.invalidateQueries({ queryKey: supportKeys.webhooks });
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
    <Dialog open onClose={onClose} title="Process this event again?">
      <form noValidate onSubmit={submit} className="grid gap-5">
        <p className="text-small wrap-anywhere">
          {webhook.type} about {webhook.objectId}. The current state is read from the payment provider and
          applied, so nothing is charged twice.
        </p>
        <ReasonField value={reason} error={missing} hiddenFrom="customer" onChange={setReason} />
        {error ? (
          <Callout tone="danger" title="Couldn’t process event again">
            <p>{errorMessage(error)}</p>
          </Callout>
        ) : null}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busyLabel={isPending && 'One moment...'}>
            Process again
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
