import { useState, type ReactNode, type SubmitEvent } from 'react';
import { Button } from './button';
import { Field } from './field';
import { useFirstFocus } from './use-first-focus';
import { useSubmission, type Problem } from './use-submission';

const DIGITS = 6;

/**
 * Asks for a code of six digits, and sends it with the sixth. Spaces and whatever else is pasted around the digits are dropped.
 * A refused code stays marked, with the focus and the reason, so that typing replaces it.
 */
export function CodeForm(props: {
  /** Names the form. */
  title: string;
  label: string;
  hint?: ReactNode;
  press: string;
  /** On the button once the code was right, while the page goes on. */
  doneLabel?: string;
  send: (code: string) => Promise<Problem | undefined>;
  onDone: () => void;
  children?: ReactNode;
}) {
  const { send, onDone } = props;
  const { busy, problem, run } = useSubmission();
  const [code, setCode] = useState('');
  const [incomplete, setIncomplete] = useState(false);
  const [done, setDone] = useState(false);
  const entry = useFirstFocus<HTMLInputElement>();

  const submit = async (digits: string) => {
    setIncomplete(digits.length < DIGITS);
    if (busy || digits.length < DIGITS) return entry.current?.focus();
    const right = await run(() => send(digits));
    if (!right) {
      entry.current?.focus();
      return entry.current?.select();
    }
    setDone(true);
    return onDone();
  };
  const type = (text: string) => {
    const digits = text.replaceAll(/\D/g, '').slice(0, DIGITS);
    setCode(digits);
    if (digits.length === DIGITS && digits !== code) void submit(digits);
  };
  const press = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void submit(code);
  };

  return (
    <form noValidate onSubmit={press} className="grid gap-5" aria-label={props.title}>
      <Field
        label={props.label}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        spellCheck={false}
        required
        readOnly={busy || done}
        value={code}
        onChange={(event) => type(event.target.value)}
        inputRef={entry}
        hint={props.hint}
        error={incomplete && !busy ? 'Enter all six digits.' : problem?.description}
        className="[&_input]:font-mono [&_input]:text-h3 [&_input]:tracking-[0.35em]"
      />
      <Button
        type="submit"
        size="large"
        busyLabel={(busy && 'Checking...') || (done && (props.doneLabel ?? 'One moment...'))}
      >
        {props.press}
      </Button>
      {props.children}
    </form>
  );
}
