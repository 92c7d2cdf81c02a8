import { useState, type ReactNode, type SubmitEvent } from 'react';
import { validateNewPassword, passwordHint } from '../../../lib/form-validation';
import { siteConfig } from '../../../lib/config/site-config';
import { Button } from '../../../ui/buttons/button';
import { Disclosure } from '../../../ui/layout/disclosure';
import { PasswordField } from '../../../ui/forms/field';
import { focusFirstError } from '../../../ui/forms/field-errors';
import type { PaymentConfirmation } from '../api/verify-payment';

interface Props {
  busy: boolean;
  signedIn: boolean;
  hasPassword: boolean;
  confirmsEmail: boolean;
  /** Returns the error of the password field, if any. */
  onConfirm: (confirmation: PaymentConfirmation) => Promise<string | undefined>;
}

/** The answers to "Is this your account?". An account without a password can set one here. */
export function PaymentChoices({ busy, signedIn, hasPassword, confirmsEmail, onConfirm }: Props) {
  const busyLabel = busy && 'One moment...';
  if (!confirmsEmail) {
    return (
      <div className="grid gap-5">
        {hasPassword ? (
          <CurrentPasswordForm onConfirm={onConfirm} submitLabel="Sign in" busyLabel={busyLabel} />
        ) : null}
        <p className="text-small text-ink-soft">
          Can’t sign in, or want to use this address? Email {siteConfig().supportEmail} and ask us to replace
          your account’s email.
        </p>
      </div>
    );
  }
  return (
    <div className="-mb-4 first:-mt-4 [&>details:last-child]:border-b-0">
      {hasPassword ? (
        <Disclosure summary="Yes, confirm with my password" open={!signedIn}>
          <CurrentPasswordForm onConfirm={onConfirm} submitLabel="Confirm" busyLabel={busyLabel} />
        </Disclosure>
      ) : null}
      <Disclosure
        summary={hasPassword ? 'Yes, but set a new password' : 'Yes, choose a password'}
        open={!hasPassword && !signedIn}
      >
        <PasswordForm
          label="New password"
          autoComplete="new-password"
          hint={
            hasPassword ? `${passwordHint()} Your old password will stop working everywhere.` : passwordHint()
          }
          validate={validateNewPassword}
          onConfirm={(password) => onConfirm({ new_password: password })}
        >
          <Button type="submit" busyLabel={busyLabel}>
            {hasPassword ? 'Set new password' : 'Set password'}
          </Button>
        </PasswordForm>
      </Disclosure>
      <Disclosure summary="No, this wasn’t me">
        <p className="mb-4 text-small">
          Someone paid with their card and entered your email address. We’ll revoke access to that account and
          look into the payment.
        </p>
        <Button
          variant="danger"
          busyLabel={busyLabel}
          onClick={() => void onConfirm({ report_unrecognized: true })}
        >
          This wasn’t me
        </Button>
      </Disclosure>
    </div>
  );
}

function CurrentPasswordForm(
  props: Pick<Props, 'onConfirm'> & { submitLabel: string; busyLabel: string | false },
) {
  return (
    <PasswordForm
      label="Your password"
      autoComplete="current-password"
      validate={(password) => (password ? undefined : 'Enter the password you chose at checkout.')}
      onConfirm={(password) => props.onConfirm({ password })}
    >
      <Button type="submit" busyLabel={props.busyLabel}>
        {props.submitLabel}
      </Button>
    </PasswordForm>
  );
}

function PasswordForm(props: {
  label: string;
  hint?: string;
  autoComplete: string;
  validate: (password: string) => string | undefined;
  onConfirm: (password: string) => Promise<string | undefined>;
  children: ReactNode;
}) {
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const invalid = props.validate(password);
    setError(invalid);
    const found = invalid ?? (await props.onConfirm(password));
    setError(found);
    if (found) focusFirstError(form);
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid justify-items-start gap-4">
      <PasswordField
        label={props.label}
        name="password"
        autoComplete={props.autoComplete}
        hint={props.hint}
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={error}
        className="w-full"
      />
      {props.children}
    </form>
  );
}
