import { useState, type SubmitEvent } from 'react';
import { ApiError } from '../../../../lib/api/api-error';
import { sentenceOf } from '../../../../lib/api/messages';
import { useAuth } from '../../../../lib/session/auth-context';
import { Button } from '../../../../ui/button';
import { Field } from '../../../../ui/field';
import { focusFirstFault } from '../../../../ui/form-faults';
import { useFirstFocus } from '../../../../ui/use-first-focus';
import { useSubmission, type Problem } from '../../../../ui/use-submission';
import { spendRecoveryCode } from '../../api/recovery-code';

const WRONG = "That code isn't right or was already used. Each code works once.";

/** Asks for one of the codes that were saved when two-step sign-in was turned on. */
export function RecoveryCodeForm(props: { onActing?: (acting: boolean) => void; onDone: () => void }) {
  const { onActing, onDone } = props;
  const { connect } = useAuth();
  const { busy, problem, run } = useSubmission();
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const [done, setDone] = useState(false);
  const entry = useFirstFocus<HTMLInputElement>();

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setMissing(!code.trim());
    if (!code.trim()) return focusFirstFault(form);
    onActing?.(true);
    const right = await run(async () => {
      try {
        await spendRecoveryCode(await connect(), code.trim());
        return undefined;
      } catch (fault) {
        return problemOf(fault);
      }
    });
    if (right) {
      setDone(true);
      return onDone();
    }
    onActing?.(false);
    return focusFirstFault(form);
  };

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid gap-5"
      aria-label="Recovery code"
    >
      <Field
        label="Recovery code"
        name="recoveryCode"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={code}
        inputRef={entry}
        onChange={(event) => setCode(event.target.value)}
        hint="One of the ten codes you saved when you turned on two-factor authentication."
        error={missing ? 'Enter a recovery code.' : problem?.description}
        className="[&_input]:font-mono"
      />
      <Button type="submit" size="large" busyLabel={(busy && 'Checking...') || (done && 'Redirecting...')}>
        Sign In
      </Button>
    </form>
  );
}

function problemOf(fault: unknown): Problem {
  if (!(fault instanceof ApiError)) throw fault;
  const wrong = fault.code === 'mfa_verification_failed';
  return { title: 'Sign in failed', description: wrong ? WRONG : sentenceOf(fault) };
}
