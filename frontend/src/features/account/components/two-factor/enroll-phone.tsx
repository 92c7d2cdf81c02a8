import { cleanPhoneNumber } from '@subscription-site/shared/typed-text';
import { useState, type SubmitEvent } from 'react';
import { validatePhone } from '../../../../lib/form-validation';
import { toAuthFailure } from '../../../../lib/session/auth-failure';
import { useAuth } from '../../../../lib/session/auth-context';
import { Button } from '../../../../ui/buttons/button';
import { Field } from '../../../../ui/forms/field';
import { focusFirstError } from '../../../../ui/forms/field-errors';
import { FormErrorAlert } from '../../../../ui/forms/form-error-alert';
import { VerificationCodeForm } from '../../../../ui/forms/verification-code-form';
import { useAutoFocus } from '../../../../ui/focus/use-auto-focus';
import { useResend } from '../../../../ui/forms/use-resend';
import type { FormError } from '../../../../ui/forms/use-submit';
import { enrollFactor, ENROLLMENT_EXPIRED } from '../../enrollment';
import { authFormError } from '../../form-errors';
import type { EnrollProps } from './enroll-props';

const ENROLLMENT_FAILED = 'Couldn’t add number';
/** Codes of errors that belong to the phone number field. */
const NUMBER_ERRORS: readonly (string | undefined)[] = ['mfa_verified_factor_exists', 'validation_failed'];
const MESSAGES: Record<string, string> = {
  mfa_verification_failed: 'That code isn’t right. Enter the code from the most recent message.',
  mfa_challenge_expired: 'That code has expired. Request a new one.',
  mfa_verified_factor_exists: 'You’ve already added this number.',
};

/** Enrolls a phone number, which is also its name: number, then the first code. */
export function EnrollPhone({ onStarted, onAdded, onCancel }: EnrollProps) {
  const { connect } = useAuth();
  const { busy, formError, secondsLeft, send } = useResend();
  const [phoneInput, setPhoneInput] = useState('');
  const [fieldError, setFieldError] = useState<string>();
  const [started, setStarted] = useState<{ factorId: string; number: string }>();
  const [challengeId, setChallengeId] = useState<string>();
  const [expired, setExpired] = useState<FormError>();
  const field = useAutoFocus<HTMLInputElement>();

  const start = async (number: string): Promise<FormError | undefined> => {
    const client = await connect();
    const { data, error } = await enrollFactor(client, number, () =>
      client.mfa.enroll({ factorType: 'phone', friendlyName: number, phone: number }),
    );
    if (!data) return withMessage(await authFormError(client, ENROLLMENT_FAILED, error));
    setStarted({ factorId: data.id, number });
    onStarted(data.id);
    return sendCode(data.id);
  };
  const sendCode = async (factorId: string): Promise<FormError | undefined> => {
    const client = await connect();
    const { data, error } = await client.mfa.challenge({ factorId, channel: 'sms' });
    if (data) setChallengeId(data.id);
    return authFormError(client, 'The message wasn’t sent', error);
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const number = cleanPhoneNumber(phoneInput);
    const invalid = validatePhone(number);
    setFieldError(invalid);
    setExpired(undefined);
    if (invalid) return focusFirstError(form);
    const startedId = started?.number === number ? started.factorId : undefined;
    const done = await send(async () => {
      const failure = await (startedId ? sendCode(startedId) : start(number));
      if (!failure || !NUMBER_ERRORS.includes(failure.code)) return failure;
      setFieldError(failure.description);
      return { ...failure, shownElsewhere: true };
    });
    return done ? undefined : focusFirstError(form);
  };
  const verify = async (code: string): Promise<FormError | undefined> => {
    const client = await connect();
    const { error } = await client.mfa.verify({
      factorId: started?.factorId ?? '',
      challengeId: challengeId ?? '',
      code,
    });
    if (toAuthFailure(error)?.code === 'mfa_factor_not_found') {
      setStarted(undefined);
      setChallengeId(undefined);
      onStarted(undefined);
      setExpired(ENROLLMENT_EXPIRED);
      return ENROLLMENT_EXPIRED;
    }
    return withMessage(await authFormError(client, ENROLLMENT_FAILED, error));
  };

  if (started && challengeId)
    return (
      <VerificationCodeForm
        title="Verify your phone number"
        hint={
          <>
            Enter the 6-digit code we sent to{' '}
            <span className="figure whitespace-nowrap">{started.number}</span>.
          </>
        }
        submitLabel="Add number"
        verify={verify}
        onDone={() => onAdded(started.number)}
        resend={{ busy, formError, secondsLeft, onClick: () => void send(() => sendCode(started.factorId)) }}
      />
    );
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid gap-5"
      aria-label="New phone number"
    >
      <Field
        label="Phone number"
        type="tel"
        name="phone"
        autoComplete="tel"
        inputMode="tel"
        required
        readOnly={busy}
        value={phoneInput}
        ref={field}
        onChange={(event) => setPhoneInput(event.target.value)}
        hint="Include the country code, as in +1 555 010 0199. We’ll text you a 6-digit code."
        error={fieldError}
      />
      <FormErrorAlert error={formError ?? expired} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={secondsLeft > 0} busyLabel={busy && 'Sending...'}>
          {secondsLeft > 0 ? `Text me a code in ${secondsLeft} s` : 'Text me a code'}
        </Button>
      </div>
    </form>
  );
}

function withMessage(formError: FormError | undefined): FormError | undefined {
  return formError && { ...formError, description: MESSAGES[formError.code ?? ''] ?? formError.description };
}
