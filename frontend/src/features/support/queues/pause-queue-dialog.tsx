import { useQueryClient } from '@tanstack/react-query';
import { toastSuccess } from '../../../ui/feedback/toast';
import { supportKeys } from '../api/queries';
import { pauseQueue } from '../api/support-api';
import { ReasonDialog } from '../components/reason-dialog';

export function PauseQueueDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  return (
    <ReasonDialog
      title={`Pause the ${name} queue?`}
      hiddenFrom="customer"
      submitLabel="Pause queue"
      busyLabel="Pausing..."
      cancelLabel="Keep it running"
      errorTitle="Couldn’t pause queue"
      variant="danger"
      onSubmit={(reason) => pauseQueue(name, reason)}
      onDone={() => {
        toastSuccess({
          title: 'Queue paused',
          description: `${name} won’t process jobs until it’s resumed.`,
        });
        void queryClient.invalidateQueries({ queryKey: supportKeys.queues });
        onClose();
      }}
      onClose={onClose}
    >
      No worker processes its jobs until an administrator resumes it. Nothing is lost, but customers wait.
    </ReasonDialog>
  );
}
