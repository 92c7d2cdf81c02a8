import { cleanPhoneNumber } from '@subscription-site/shared/typed-text';
import { useState, type SubmitEvent } from 'react';
import { validatePhone } from '../../../lib/form-validation';
import type { User } from '../../../lib/session/auth-client';
import { useAuth } from '../../../lib/session/auth-context';
import { Button } from '../../../ui/buttons/button';
import { toastSuccess } from '../../../ui/feedback/toast';
import { Field } from '../../../ui/forms/field';
import { focusFirstError } from '../../../ui/forms/field-errors';
import { FormErrorAlert } from '../../../ui/forms/form-error-alert';
import { cooldownSince, useResend } from '../../../ui/forms/use-resend';
import { useSubmit, type FormError } from '../../../ui/forms/use-submit';
import { VerificationCodeForm } from '../../../ui/forms/verification-code-form';
import { TitledSection } from '../../../ui/layout/titled-section';
import { useReloadAccount } from '../api/queries';
import { authFormError } from '../form-errors';

/** Codes of errors that belong to the phone number field. */
const NUMBER_ERRORS: readonly (string | undefined)[] = ['phone_exists', 'validation_failed'];
const MESSAGES: Record<string, string> = {
  phone_exists: 'This number is already used by another account.',
  otp_expired: 'That code isn’t right or has expired. Enter the code from the most recent message.',
};

const withPlus = (digits: string): string => (digits.startsWith('+') ? digits : `+${digits}`);

/** Shows and changes the phone number, which is confirmed by a code sent to the new number. */
export function PhoneSection({ account }: { account: User }) {
  return (
    <TitledSection
      title="Phone number"
      lead="You can sign in with a code sent to this number. To change it, enter the code we text to the new number."
    >
      <div className="grid max-w-form gap-6">
        {account.phone ? <p className="figure font-semibold">{withPlus(account.phone)}</p> : null}
        {account.new_phone ? (
          <PendingPhoneChange key={account.new_phone} account={account} newPhone={account.new_phone} />
        ) : null}
        <NewPhoneForm account={account} />
      </div>
    </TitledSection>
  );
}

/** Missing in the client library's type. */
const getSentAt = (account: User & { phone_change_sent_at?: string }): string | undefined =>
  account.phone_change_sent_at;

/** A phone change waiting for its code. */
function PendingPhoneChange({ account, newPhone }: { account: User; newPhone: string }) {
  const reloadAccount = useReloadAccount();
  const { connect } = useAuth();
  const { busy, formError, secondsLeft, send } = useResend(cooldownSince(getSentAt(account)));
  const phone = withPlus(newPhone);

  const verify = async (token: string): Promise<FormError | undefined> => {
    const client = await connect();
    const { error } = await client.verifyOtp({ phone, token, type: 'phone_change' });
    return withMessage(await authFormError(client, 'Couldn’t change your phone number', error));
  };
  const resend = () =>
    send(async () => {
      const client = await connect();
      const { error } = await client.resend({ type: 'phone_change', phone });
      return authFormError(client, 'The message wasn’t sent', error);
    });
  return (
    <VerificationCodeForm
      title="Confirm your new number"
      hint={
        <>
          Enter the 6-digit code we sent to <span className="figure whitespace-nowrap">{phone}</span>.
        </>
      }
      submitLabel="Confirm number"
      verify={verify}
      onDone={() => {
        toastSuccess({ title: 'Phone number changed', description: `You can now sign in with ${phone}.` });
        void reloadAccount();
      }}
      resend={{ busy, formError, secondsLeft, onClick: () => void resend() }}
    />
  );
}

function NewPhoneForm({ account }: { account: User }) {
  const reloadAccount = useReloadAccount();
  const { connect } = useAuth();
  const { busy, formError, run } = useSubmit();
  const [input, setInput] = useState('');
  const [fieldError, setFieldError] = useState<string>();

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const phone = cleanPhoneNumber(input);
    const same = account.phone && phone === withPlus(account.phone);
    const invalid = same ? 'This is already your phone number. Enter a different one.' : validatePhone(phone);
    setFieldError(invalid);
    if (invalid) return focusFirstError(form);
    const done = await run(async () => {
      const client = await connect();
      const { error } = await client.updateUser({ phone });
      const failure = withMessage(await authFormError(client, 'Couldn’t change your phone number', error));
      if (!failure || !NUMBER_ERRORS.includes(failure.code)) return failure;
      setFieldError(failure.description);
      return { ...failure, shownElsewhere: true };
    });
    if (!done) return focusFirstError(form);
    setInput('');
    return reloadAccount();
  };

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid justify-items-start gap-5"
      aria-label="Phone number"
    >
      <Field
        label={account.phone ? 'New phone number' : 'Phone number'}
        type="tel"
        name="phone"
        autoComplete="tel"
        inputMode="tel"
        required
        value={input}
        onChange={(event) => setInput(event.target.value)}
        hint="Include the country code, as in +1 555 010 0199. We’ll text you a 6-digit code."
        error={fieldError}
        className="w-full"
      />
      <FormErrorAlert error={formError} />
      <Button type="submit" busyLabel={busy && 'Sending...'}>
        Text me a code
      </Button>
    </form>
  );
}

function withMessage(formError: FormError | undefined): FormError | undefined {
  return formError && { ...formError, description: MESSAGES[formError.code ?? ''] ?? formError.description };
}
