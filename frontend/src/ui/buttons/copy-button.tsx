import { useEffect, useState } from 'react';
import { Button } from './button';

const SHOWN_MS = 5_000;

type Outcome = 'copied' | 'failed';

/** Copies text to the clipboard. Shows the result in place: a toast would be hidden behind an open dialog. */
export function CopyButton(props: { text: string; label: string; copied: string }) {
  const { text, label, copied } = props;
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => {
    if (outcome !== 'copied') return undefined;
    const timer = window.setTimeout(() => setOutcome(undefined), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    setOutcome(undefined);
    const done = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setOutcome(done ? 'copied' : 'failed');
  };
  return (
    <>
      <Button variant="outline" size="small" onClick={() => void copy()}>
        {outcome === 'copied' ? 'Copied' : label}
      </Button>
      <output className={outcome === 'failed' ? 'basis-full text-danger' : 'sr-only'}>
        {outcome === 'copied' ? copied : null}
        {outcome === 'failed' ? 'Your browser blocked copying. Select the text and copy it manually.' : null}
      </output>
    </>
  );
}
