import type { CancellationKind } from '@subscription-site/shared/contracts';
import { useEffect, useRef, useState, type ComponentType, type FormEvent } from 'react';
import { CANCELLATION_PAGES } from '../../../content/cancellation';
import { loadChunk } from '../../../lib/hydration/load-chunk';
import { Button } from '../../../ui/buttons/button';
import { Callout } from '../../../ui/feedback/callout';
import { Card } from '../../../ui/layout/card';
import { CANCELLATION_FORM_ID } from '../cancellation-form';
import type { SubmittedCancellation } from '../submit-cancellation';

interface Submitted {
  submission: SubmittedCancellation;
  Screen: ComponentType<{ submission: SubmittedCancellation }>;
}

/** A cancellation or withdrawal without signing in. `Fields` is static; the code that submits the form is loaded on submit. */
export function CancellationScreen({ kind, Fields }: { kind: CancellationKind; Fields: ComponentType }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [submitted, setSubmitted] = useState<Submitted>();

  const submit = async (form: HTMLFormElement) => {
    setBusy(true);
    setError(undefined);
    try {
      const { SubmittedScreen: Screen, submitCancellation } = await loadChunk(() => import('../submission'));
      const result = await submitCancellation(form, kind);
      if (result && 'submission' in result) setSubmitted({ submission: result.submission, Screen });
      else setError(result?.error);
    } catch {
      setError('We couldn’t reach the server. Check your connection and try again.');
    }
    setBusy(false);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void submit(event.target as HTMLFormElement);
  };

  if (submitted)
    return (
      <Card>
        <submitted.Screen submission={submitted.submission} />
      </Card>
    );
  return (
    <Card onSubmit={onSubmit}>
      <Fields />
      {error ? <SubmissionError error={error} /> : null}
      <div className="sticky bottom-0 -mx-6 mt-6 -mb-6 rounded-b-card border-t border-rule bg-card px-6 py-4 sm:-mx-8 sm:-mb-8 sm:px-8 sm:py-6 noscript:hidden">
        <Button
          type="submit"
          form={CANCELLATION_FORM_ID}
          size="large"
          className="w-full"
          busyLabel={busy && 'Sending...'}
        >
          {CANCELLATION_PAGES[kind].button}
        </Button>
      </div>
    </Card>
  );
}

/** Takes the focus and scrolls into view above the sticky button. */
function SubmissionError({ error }: { error: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const alert = box.current!.firstElementChild as HTMLElement;
    alert.focus({ preventScroll: true });
    alert.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div ref={box} className="mt-6">
      <Callout tone="danger" title="That didn’t go through">
        <p>{error}</p>
      </Callout>
    </div>
  );
}
