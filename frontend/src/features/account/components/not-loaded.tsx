import { sentenceOf } from '../../../lib/api/messages';
import { Button } from '../../../ui/button';
import { Notice } from '../../../ui/notice';

/** A part of the page that could not be had, beside everything else. */
export function NotLoaded(props: { title: string; fault: unknown; onRetry: () => void }) {
  return (
    <Notice tone="danger" title={props.title}>
      <p>{sentenceOf(props.fault)}</p>
      <Button variant="outline" size="small" className="mt-3" onClick={props.onRetry}>
        Try again
      </Button>
    </Notice>
  );
}
