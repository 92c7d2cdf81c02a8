import { toAsciiDigits } from '@subscription-site/shared/typed-text';
import { useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { Button } from '../buttons/button';
import { Field } from './field';
import { useAutoFocus } from '../focus/use-auto-focus';
import { useLeaving } from './use-leaving';
import { useSubmit, type FormError } from './use-submit';

const DIGITS = 6;
/** Error codes of a wrong code. */
const WRONG_CODE: readonly (string | undefined)[] = [
  'otp_expired',
  'mfa_verification_failed',
  'reauthentication_not_valid',
];

/**
 * Asks for a six-digit code and submits it with the last digit. Ignores other characters. A rejected code
 * stays selected, so that typing replaces it, and is not submitted again.
 */
export function CodeForm(props: {
  /** Accessible name of the form. */
  title: string;
  label: string;
  hint?: ReactNode;
  submitLabel: string;
  /** Button label after the code was accepted. */
  doneLabel?: string;
  verify: (code: string) => Promise<FormError | undefined>;
  onDone: () => void;
  children?: ReactNode;
}) {
  const { verify, onDone } = props;
  const { busy, formError, run } = useSubmit();
  const [code, setCode] = useState('');
  const [incomplete, setIncomplete] = useState(false);
  const [done, setDone] = useLeaving();
  const submitted = useRef('');
  const input = useAutoFocus<HTMLInputElement>();

  const submit = async (digits: string) => {
    setIncomplete(digits.length < DIGITS);
    if (digits.length < DIGITS || digits === submitted.current) return input.current?.focus();
    submitted.current = digits;
    const correct = await run(async () => {
      const error = await verify(digits);
      if (error && !WRONG_CODE.includes(error.code)) submitted.current = '';
      return error;
    });
    if (!correct) {
      input.current?.focus();
      return input.current?.select();
    }
    setDone(true);
    return onDone();
  };
  const change = (text: string) => {
    const digits = toAsciiDigits(text).replaceAll(/\D/g, '').slice(0, DIGITS);
    setCode(digits);
    if (digits.length === DIGITS && digits !== code) void submit(digits);
  };
  const submitLabel = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void submit(code);
  };

  return (
    <form noValidate onSubmit={submitLabel} className="grid gap-5" aria-label={props.title}>
      <Field
        label={props.label}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        spellCheck={false}
        required
        readOnly={busy || done}
        value={code}
        onChange={(event) => change(event.target.value)}
        ref={input}
        hint={props.hint}
        error={incomplete && !busy ? 'Enter all six digits.' : formError?.description}
        className="[&_input]:font-mono [&_input]:text-h3 [&_input]:tracking-[0.35em]"
      />
      <Button
        type="submit"
        size="large"
        busyLabel={(busy && 'Checking...') || (done && (props.doneLabel ?? 'One moment...'))}
      >
        {props.submitLabel}
      </Button>
      {props.children}
    </form>
  );
}
