import { useState, type SubmitEvent } from 'react';
import { ApiError } from '../../../../lib/api/api-error';
import { errorMessage } from '../../../../lib/api/messages';
import { useAuth } from '../../../../lib/session/auth-context';
import { Button } from '../../../../ui/buttons/button';
import { Field } from '../../../../ui/forms/field';
import { focusFirstError } from '../../../../ui/forms/field-errors';
import { useAutoFocus } from '../../../../ui/focus/use-auto-focus';
import { useLeaving } from '../../../../ui/forms/use-leaving';
import { useSubmit, type FormError } from '../../../../ui/forms/use-submit';
import { redeemRecoveryCode } from '../../api/recovery-code';

const INVALID_CODE = 'That code isn’t right or was already used. Each code works once.';

export function RecoveryCodeForm(props: {
  onSubmitting?: (submitting: boolean) => void;
  onDone: () => void;
}) {
  const { onSubmitting, onDone } = props;
  const { connect } = useAuth();
  const { busy, formError, run } = useSubmit();
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const [done, setDone] = useLeaving();
  const input = useAutoFocus<HTMLInputElement>();

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setMissing(!code.trim());
    if (!code.trim()) return focusFirstError(form);
    onSubmitting?.(true);
    const verified = await run(async () => {
      try {
        await redeemRecoveryCode(await connect(), code.trim());
        return undefined;
      } catch (error) {
        return toFormError(error);
      }
    });
    if (verified) {
      setDone(true);
      return onDone();
    }
    onSubmitting?.(false);
    return focusFirstError(form);
  };

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid gap-5"
      aria-label="Two-factor authentication"
    >
      <Field
        label="Recovery code"
        name="recoveryCode"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        value={code}
        ref={input}
        onChange={(event) => setCode(event.target.value)}
        hint="One of the ten codes you saved when you turned on two-factor authentication."
        error={missing ? 'Enter a recovery code.' : formError?.description}
        className="[&_input]:font-mono"
      />
      <Button type="submit" size="large" busyLabel={(busy && 'Checking...') || (done && 'Redirecting...')}>
        Sign In
      </Button>
    </form>
  );
}

function toFormError(error: unknown): FormError {
  if (!(error instanceof ApiError)) throw error;
  const invalid = error.code === 'mfa_verification_failed';
  return { title: 'Sign in failed', description: invalid ? INVALID_CODE : errorMessage(error) };
}
