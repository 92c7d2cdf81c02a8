import { errorMessage } from '../../../lib/api/messages';
import { Button } from '../../../ui/buttons/button';
import { EmptyState } from '../../../ui/feedback/empty-state';

interface Props {
  title: string;
  error: unknown;
  onRetry: () => void;
}

/** Replaces a list that failed to load, with a retry button. */
export function LoadError({ title, error, onRetry }: Props) {
  return (
    <div className="mt-6" role="alert">
      <EmptyState title={title} action={<Button onClick={onRetry}>Try again</Button>}>
        {errorMessage(error)}
      </EmptyState>
    </div>
  );
}
