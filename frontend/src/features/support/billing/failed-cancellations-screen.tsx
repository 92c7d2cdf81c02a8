import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FailedCancellation } from '@subscription-site/shared/contracts';
import { errorMessage } from '../../../lib/api/messages';
import { usePageTitle } from '../../../lib/browser/use-page-title';
import { Button } from '../../../ui/buttons/button';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Timestamp } from '../../../ui/data-display/timestamp';
import { toastError, toastSuccess } from '../../../ui/feedback/toast';
import { supportKeys, supportQueries } from '../api/queries';
import { LoadedList } from '../components/loaded';
import { retryCancellation } from '../api/support-api';
import { RecordList, RecordRow } from '../components/record-list';

/** Deleted accounts that the payment provider may still charge. */
export function FailedCancellationsScreen() {
  usePageTitle('Failed cancellations');
  const cancellations = useQuery(supportQueries.failedCancellations());
  return (
    <>
      <h1 className="text-h2">Failed cancellations</h1>
      <p className="mt-3 mb-6 max-w-prose text-small text-ink-soft">
        Deleted accounts whose subscription couldn’t be canceled at the payment provider. Fix the cause and
        try again. If you cancel a subscription at the provider yourself, it disappears from this list.
      </p>
      <LoadedList
        query={cancellations}
        name="failed cancellations"
        empty={<EmptyState title="No failed cancellations">Nothing to do here.</EmptyState>}
      >
        {(items) => (
          <RecordList label="Failed cancellations">
            {items.map((cancellation) => (
              <CancellationRow key={cancellation.userId} cancellation={cancellation} />
            ))}
          </RecordList>
        )}
      </LoadedList>
    </>
  );
}

function CancellationRow({ cancellation }: { cancellation: FailedCancellation }) {
  const { userId, deletedAt, failedAt, reason } = cancellation;
  const queryClient = useQueryClient();
  const retry = useMutation({
    mutationFn: () => retryCancellation(userId),
    onSuccess: () =>
      toastSuccess({
        title: 'Retry scheduled',
        description: 'It will reappear in this list if it fails again.',
      }),
    onError: (error) => toastError({ title: 'Retry failed', description: errorMessage(error) }),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: supportKeys.failedCancellations });
    },
  });
  return (
    <RecordRow
      title={userId}
      subtitle={
        <>
          Deleted <Timestamp at={deletedAt} />
        </>
      }
      details={reason}
      facts={
        <>
          Failed <Timestamp at={failedAt} />
        </>
      }
      action={
        <Button
          size="small"
          variant="outline"
          busyLabel={retry.isPending && 'One moment...'}
          onClick={() => retry.mutate()}
        >
          Try again
          <span className="sr-only"> for account {userId}</span>
        </Button>
      }
    />
  );
}
