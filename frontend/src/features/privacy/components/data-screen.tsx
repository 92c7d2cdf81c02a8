import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../../lib/api/messages';
import { Button } from '../../../ui/buttons/button';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { deletionQuery, exportQuery } from '../api/queries';
import { DeletionSection } from './deletion-section';
import { ExportSection } from './export-section';

/** Download everything stored about the user, or delete it with the account. */
export function DataScreen() {
  const deletion = useQuery(deletionQuery);
  const latestExport = useQuery(exportQuery);
  const error = deletion.isLoadingError || latestExport.isLoadingError;
  return (
    <>
      <h1 className="text-h2">Your data</h1>
      <p className="mt-3 mb-10 text-lead text-ink-soft">Download a copy, or delete your account.</p>
      {error ? (
        <div role="alert">
          <EmptyState
            title="This page couldn’t be loaded"
            action={
              <Button onClick={() => void Promise.all([deletion.refetch(), latestExport.refetch()])}>
                Try again
              </Button>
            }
          >
            {errorMessage(deletion.error ?? latestExport.error)}
          </EmptyState>
        </div>
      ) : null}
      {!error && (deletion.isPending || latestExport.isPending) ? <DataSkeleton /> : null}
      {!error && deletion.data && latestExport.data !== undefined ? (
        <>
          <ExportSection latest={latestExport.data} />
          <DeletionSection deletion={deletion.data} />
        </>
      ) : null}
    </>
  );
}

function DataSkeleton() {
  return (
    <output className="block">
      <span className="sr-only">Loading...</span>
      {['w-2/5', 'w-1/2'].map((width) => (
        <span key={width} className="grid gap-4 border-t-2 border-rule py-9">
          <Skeleton className="h-6 w-40" />
          <Skeleton className={width} />
          <Skeleton className="h-11 w-48" />
        </span>
      ))}
    </output>
  );
}
