import { useState } from 'react';
import { endingOf, type Factor } from '../../../../lib/session/factors';
import { Button } from '../../../../ui/button';
import { FormProblem } from '../../../../ui/form-problem';
import { SentCode } from '../../../../ui/sent-code';
import { useFirstFocus } from '../../../../ui/use-first-focus';
import { useSending } from '../../../../ui/use-sending';
import { useProof, type ProofProps } from './use-proof';

const PLAINER = {
  mfa_verification_failed: "That code isn't right. Enter the code from the most recent message.",
  mfa_challenge_expired: 'That code has expired. Request a new one.',
};

/** A code in a text message, which is sent by a press and never by opening the page. */
export function PhoneStep({ factor, onActing, onDone }: ProofProps & { factor: Factor }) {
  const { ask, prove } = useProof(onActing);
  const { busy, problem, left, send } = useSending();
  const first = useFirstFocus<HTMLButtonElement>();
  const [challengeId, setChallengeId] = useState<string>();
  const number = <span className="figure whitespace-nowrap">…{endingOf(factor)}</span>;

  const text = () =>
    send(() =>
      ask("The message wasn't sent", async (client) => {
        const { data, error } = await client.mfa.challenge({ factorId: factor.id, channel: 'sms' });
        if (data) setChallengeId(data.id);
        return error;
      }),
    );
  const show = (code: string) =>
    prove(
      async (client) =>
        (await client.mfa.verify({ factorId: factor.id, challengeId: challengeId ?? '', code })).error,
      PLAINER,
    );

  if (challengeId)
    return (
      <SentCode
        title="Two-factor authentication"
        hint={<>Enter the 6-digit code we sent to {number}. Only the most recent code works.</>}
        press="Sign In"
        doneLabel="Redirecting..."
        show={show}
        onDone={onDone}
        again={{ busy, problem, left, onPress: () => void text() }}
      />
    );
  return (
    <div className="grid gap-5">
      <p>We&apos;ll text a 6-digit code to your number ending in {number}.</p>
      <FormProblem problem={problem} />
      <Button
        ref={first}
        size="large"
        disabled={left > 0}
        busyLabel={busy && 'Sending...'}
        onClick={() => void text()}
      >
        {left > 0 ? `Text me a code in ${left} s` : 'Text me a code'}
      </Button>
    </div>
  );
}
