import { useState } from 'react';
import type { FailedCancellation } from '@subscription-site/shared/contracts';
import { errorMessage } from '../../../lib/api/messages';
import { usePageTitle } from '../../../lib/browser/use-page-title';
import { useLoad } from '../../../lib/use-load';
import { Button } from '../../../ui/buttons/button';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Timestamp } from '../../../ui/data-display/timestamp';
import { toastError, toastSuccess } from '../../../ui/feedback/toast';
import { fetchFailedCancellations, retryCancellation } from '../api/support-api';
import { ListSkeleton } from '../components/list-skeleton';
import { LoadError } from '../components/load-error';
import { RecordList, RecordRow } from '../components/record-list';

/** Deleted accounts that the payment provider may still charge. */
export function FailedCancellationsScreen() {
  usePageTitle('Failed cancellations');
  const { status, value, error, reload } = useLoad('subscription-cancellations', fetchFailedCancellations);
  return (
    <>
      <h1 className="text-h2">Failed cancellations</h1>
      <p className="mt-3 mb-6 max-w-prose text-small text-ink-soft">
        Deleted accounts whose subscription couldn&apos;t be canceled at the payment provider. Fix the cause
        and try again. If you cancel a subscription at the provider yourself, it disappears from this list.
      </p>
      {status === 'loading' ? <ListSkeleton label="Loading failed cancellations..." /> : null}
      {status === 'failed' ? (
        <LoadError
          title="The failed cancellations couldn't be loaded"
          error={error}
          onRetry={() => void reload()}
        />
      ) : null}
      {value && value.items.length === 0 ? (
        <EmptyState title="No failed cancellations">Nothing to do here.</EmptyState>
      ) : null}
      {value && value.items.length > 0 ? (
        <RecordList label="Failed cancellations">
          {value.items.map((cancellation) => (
            <CancellationRow
              key={cancellation.userId}
              cancellation={cancellation}
              onRetried={() => void reload()}
            />
          ))}
        </RecordList>
      ) : null}
    </>
  );
}

function CancellationRow({
  cancellation,
  onRetried,
}: {
  cancellation: FailedCancellation;
  onRetried: () => void;
}) {
  const { userId, deletedAt, failedAt, reason } = cancellation;
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    try {
      await retryCancellation(userId);
      toastSuccess({ title: 'Retry scheduled', description: 'It reappears in this list if it fails again.' });
    } catch (thrown) {
      toastError({ title: 'Retry failed', description: errorMessage(thrown) });
    }
    setBusy(false);
    onRetried();
  };
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
          busyLabel={busy && 'One moment...'}
          onClick={() => void retry()}
        >
          Try again
          <span className="sr-only"> for account {userId}</span>
        </Button>
      }
    />
  );
}
