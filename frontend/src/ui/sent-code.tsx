import { useRef, type ReactNode } from 'react';
import { CodeForm } from './code-form';
import { FormProblem } from './form-problem';
import { SendAgain } from './send-again';
import type { Problem } from './use-submission';

/** Asks for the code of a mail or message that is on its way, and sends another one when that may be. */
export function SentCode(props: {
  /** Names the form. */
  title: string;
  hint: ReactNode;
  press: string;
  doneLabel?: string;
  show: (code: string) => Promise<Problem | undefined>;
  onDone: () => void;
  again: { busy: boolean; left: number; problem: Problem | undefined; onPress: () => void };
  /** What else there is to do. */
  children?: ReactNode;
}) {
  const { title, hint, press, doneLabel, show, onDone, again, children } = props;
  const { problem, onPress, ...wait } = again;
  const place = useRef<HTMLDivElement>(null);
  const sendAgain = () => {
    // The button has to wait afterwards: what comes next is typing the new code.
    place.current?.querySelector('input')?.focus();
    onPress();
  };
  return (
    <div ref={place}>
      <CodeForm
        title={title}
        label="Code"
        hint={hint}
        press={press}
        doneLabel={doneLabel}
        send={show}
        onDone={onDone}
      />
      <div className="mt-5 grid gap-4">
        <FormProblem problem={problem} />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <SendAgain {...wait} onPress={sendAgain} />
          {children}
        </div>
      </div>
    </div>
  );
}
