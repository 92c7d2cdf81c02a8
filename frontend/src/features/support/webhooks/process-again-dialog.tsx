import { useQueryClient } from '@tanstack/react-query';
import type { WebhookListItem } from '@subscription-site/shared/contracts';
import { toastSuccess } from '../../../ui/feedback/toast';
import { supportKeys } from '../api/queries';
import { replayWebhook } from '../api/support-api';
import { ReasonDialog } from '../components/reason-dialog';

export function ProcessAgainDialog({ webhook, onClose }: { webhook: WebhookListItem; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { id, type, objectId } = webhook;
  return (
    <ReasonDialog
      title="Process this event again?"
      hiddenFrom="customer"
      submitLabel="Process again"
      busyLabel="One moment..."
      cancelLabel="Cancel"
      errorTitle="Couldn’t process event again"
      onSubmit={(reason) => replayWebhook(id, reason)}
      onDone={() => {
        toastSuccess({ title: 'Event queued', description: `${type} will be processed shortly.` });
        void queryClient.invalidateQueries({ queryKey: supportKeys.webhooks });
        onClose();
      }}
      onClose={onClose}
    >
      {type} for {objectId}. We’ll apply the payment provider’s current state, so nothing is charged twice.
    </ReasonDialog>
  );
}
