import { useEffect, useRef, type SubmitEvent } from 'react';
import { Button, type ButtonSize } from '../../../ui/buttons/button';
import { PasswordField } from '../../../ui/forms/field';
import { focusFirstError, isValid } from '../../../ui/forms/field-errors';
import { FormErrorAlert } from '../../../ui/forms/form-error-alert';
import { NewPasswordField } from '../../../ui/forms/new-password-field';
import { useSubmit, type FormError } from '../../../ui/forms/use-submit';
import { Link } from '../../../ui/navigation/link';
import { usePasswordChange } from '../use-password-change';
import { EmailCodeForm } from './email-code-form';

interface Props {
  /** Lets password managers assign the password to the account. */
  email: string;
  submitLabel: string;
  size?: ButtonSize;
  /** Asks for the current password even if the server does not require it. */
  asksCurrent?: boolean;
  onChanged: () => void;
}

/**
 * Sets a password for the signed-in user. Asks for the current password (`asksCurrent`), and for it or an
 * emailed code when the server requires one.
 */
export function NewPasswordForm({ email, submitLabel, size, asksCurrent = false, onChanged }: Props) {
  const { busy, formError, run } = useSubmit();
  const change = usePasswordChange({ asksCurrent });
  const container = useRef<HTMLDivElement>(null);

  const showsCode = change.codeCooldown !== undefined;
  const hasShownCode = useRef(false);
  useEffect(() => {
    // The password fields are shown again, after an error or because the code was canceled.
    if (hasShownCode.current && !showsCode)
      firstMatch(container.current, '[aria-invalid="true"]', 'input:not([hidden])')?.focus();
    hasShownCode.current = showsCode;
  }, [showsCode]);

  const finish = () => {
    hasShownCode.current = false;
    change.reset();
    onChanged();
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isValid(change.validate())) return focusFirstError(container.current);
    let isSet = false;
    const done = await run(async () => {
      const outcome = await change.change();
      isSet = !outcome.formError && !outcome.codeRequested;
      return outcome.formError;
    });
    if (!done) return focusFirstError(container.current);
    return isSet ? finish() : undefined;
  };
  const verify = async (code: string): Promise<FormError | undefined> =>
    (await change.change(code)).formError;

  return (
    <div ref={container}>
      {change.codeCooldown === undefined ? (
        <form
          noValidate
          onSubmit={(event) => void submit(event)}
          className="grid justify-items-start gap-5"
          aria-label="Password"
        >
          <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordInputs change={change} />
          <FormErrorAlert error={formError} />
          <Button
            type="submit"
            size={size}
            className={size === 'large' ? 'w-full' : undefined}
            busyLabel={busy && 'Saving...'}
          >
            {submitLabel}
          </Button>
        </form>
      ) : (
        <EmailCodeForm
          email={email}
          submitLabel={submitLabel}
          initialCooldown={change.codeCooldown}
          verify={verify}
          resend={change.sendCode}
          onDone={finish}
          onCancel={change.cancelCode}
        />
      )}
    </div>
  );
}

function PasswordInputs({ change }: { change: ReturnType<typeof usePasswordChange> }) {
  return (
    <>
      {change.requiresCurrent ? (
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          required
          value={change.current}
          onChange={(event) => change.setCurrent(event.target.value)}
          error={change.errors.current}
          hint={
            <Link to="/auth/forgot" className="text-link">
              Forgot your password?
            </Link>
          }
          className="w-full"
        />
      ) : null}
      <NewPasswordField
        label="New password"
        value={change.password}
        onChange={(event) => change.setPassword(event.target.value)}
        error={change.errors.password}
        className="w-full"
      />
    </>
  );
}

/** The first match of the first selector that matches. */
function firstMatch(place: HTMLElement | null, ...selectors: string[]): HTMLElement | null | undefined {
  return selectors.map((selector) => place?.querySelector<HTMLElement>(selector)).find(Boolean);
}
