import { useState } from 'react';
import { DEMO_STEPS, ILLUSTRATIVE } from '../../../content/home';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { StatementSlip } from './statement-slip';

/** A short walk-through in three captioned pictures, turned by the visitor. */
export function DemoDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [at, setAt] = useState(0);
  const step = DEMO_STEPS[at] ?? DEMO_STEPS[0];
  const last = at === DEMO_STEPS.length - 1;
  const close = () => {
    setAt(0);
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title="How it works" wide>
      <div className="grid items-center gap-8 md:grid-cols-2">
        <div aria-hidden="true">
          <StatementSlip marked={at > 0} struck={at > 1} caption={false} />
        </div>
        <div>
          <div aria-live="polite">
            <p className="caption">
              {at + 1} of {DEMO_STEPS.length} · {ILLUSTRATIVE}
            </p>
            <p className="mt-3 text-h3 font-bold tracking-tight">{step.title}</p>
            <p className="mt-2 text-ink-soft">{step.text}</p>
          </div>
          <div className="mt-6 flex gap-3">
            <Button variant="outline" disabled={at === 0} onClick={() => setAt(at - 1)}>
              Back
            </Button>
            <Button onClick={last ? close : () => setAt(at + 1)}>{last ? 'Done' : 'Next'}</Button>
          </div>
        </div>
      </div>
    </Dialog>
  );
}
