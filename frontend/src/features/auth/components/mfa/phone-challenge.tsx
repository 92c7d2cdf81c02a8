import { useState } from 'react';
import { getLastDigits, type Factor } from '../../../../lib/session/factors';
import { Button } from '../../../../ui/buttons/button';
import { FormErrorAlert } from '../../../../ui/forms/form-error-alert';
import { VerificationCodeForm } from '../../../../ui/forms/verification-code-form';
import { useAutoFocus } from '../../../../ui/focus/use-auto-focus';
import { useResend } from '../../../../ui/forms/use-resend';
import { useMfaVerification, type MfaProps } from './use-mfa-verification';

const MESSAGES = {
  mfa_verification_failed: 'That code isn’t right. Enter the code from the most recent message.',
  mfa_challenge_expired: 'That code has expired. Request a new one.',
};

/** Verifies a code sent by text message, which is sent only on request. */
export function PhoneChallenge({ factor, onSubmitting, onDone }: MfaProps & { factor: Factor }) {
  const { prepare, verify } = useMfaVerification(onSubmitting);
  const { busy, formError, secondsLeft, send } = useResend();
  const button = useAutoFocus<HTMLButtonElement>();
  const [challengeId, setChallengeId] = useState<string>();
  const number = <span className="figure whitespace-nowrap">…{getLastDigits(factor)}</span>;

  const sendCode = () =>
    send(() =>
      prepare('The message wasn’t sent', async (client) => {
        const { data, error } = await client.mfa.challenge({ factorId: factor.id, channel: 'sms' });
        if (data) setChallengeId(data.id);
        return error;
      }),
    );
  const submit = (code: string) =>
    verify(
      async (client) =>
        (await client.mfa.verify({ factorId: factor.id, challengeId: challengeId ?? '', code })).error,
      MESSAGES,
    );

  if (challengeId)
    return (
      <VerificationCodeForm
        title="Two-factor authentication"
        hint={<>Enter the 6-digit code we sent to {number}. Only the most recent code works.</>}
        submitLabel="Sign In"
        doneLabel="Redirecting..."
        verify={submit}
        onDone={onDone}
        resend={{ busy, formError, secondsLeft, onClick: () => void sendCode() }}
      />
    );
  return (
    <div className="grid gap-5">
      <p>We’ll text a 6-digit code to your number ending in {number}.</p>
      <FormErrorAlert error={formError} />
      <Button
        ref={button}
        size="large"
        disabled={secondsLeft > 0}
        busyLabel={busy && 'Sending...'}
        onClick={() => void sendCode()}
      >
        {secondsLeft > 0 ? `Text me a code in ${secondsLeft} s` : 'Text me a code'}
      </Button>
    </div>
  );
}
