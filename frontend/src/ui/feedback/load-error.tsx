import { errorMessage } from '../../lib/api/messages';
import { Button } from '../buttons/button';
import { Callout } from './callout';

/** Error in one section of the page, with a retry button. */
export function LoadError(props: { title: string; error: unknown; onRetry: () => void }) {
  return (
    <Callout tone="danger" title={props.title}>
      <p>{errorMessage(props.error)}</p>
      <Button variant="outline" size="small" className="mt-3" onClick={props.onRetry}>
        Try again
      </Button>
    </Callout>
  );
}
