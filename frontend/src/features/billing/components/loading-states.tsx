import { errorMessage } from '../../../lib/api/messages';
import { Button } from '../../../ui/buttons/button';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Skeleton } from '../../../ui/feedback/skeleton';

export function BillingSkeleton() {
  return (
    <output className="block">
      <span className="sr-only">Loading your plan...</span>
      {[0, 1].map((index) => (
        <span key={index} className="grid gap-4 border-t-2 border-rule py-9">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="w-3/5" />
          <Skeleton className="h-40 w-full max-w-[36rem]" />
        </span>
      ))}
    </output>
  );
}

export function BillingError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState title="Your plan couldn’t be loaded" action={<Button onClick={onRetry}>Try again</Button>}>
        {errorMessage(error)}
      </EmptyState>
    </div>
  );
}
