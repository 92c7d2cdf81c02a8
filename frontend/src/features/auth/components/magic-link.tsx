import { useState } from 'react';
import type { HumanCheck } from '../../../lib/human/use-human-check';
import { failureOf } from '../../../lib/session/auth-failure';
import { useAuth } from '../../../lib/session/auth-context';
import { Button } from '../../../ui/button';
import { FormProblem } from '../../../ui/form-problem';
import { Notice } from '../../../ui/notice';
import { SendAgain } from '../../../ui/send-again';
import { useSending } from '../../../ui/use-sending';
import { refusal, type Problem } from '../../../ui/use-submission';

/** Refusals that would tell whether an address has an account. To whoever asks, they are the same as a mail that was sent. */
const SILENT: readonly (string | undefined)[] = ['otp_disabled', 'over_email_send_rate_limit'];

interface Props {
  /** As typed in the form it stands in. */
  email: string;
  /** Whether a mail may be asked for now; marks in the form what is missing. */
  ready: () => boolean;
  human: HumanCheck;
  /** Whether this way in was tried last: a refusal is told no longer than that. */
  tried: boolean;
  /** Where to go on once signed in, if not to the application. */
  returnTo: string | undefined;
}

/** Signs in by a link in a mail, without a password. What is said is the same for every address. */
export function MagicLink({ email, ready, human, tried, returnTo }: Props) {
  const { connect } = useAuth();
  const { busy, problem, left, send } = useSending();
  const [sentTo, setSentTo] = useState<string>();
  const address = email.trim();

  const press = async () => {
    if (ready() && (await send(ask))) setSentTo(address);
  };
  const ask = async (): Promise<Problem | undefined> => {
    const next = returnTo ? `?next=${encodeURIComponent(returnTo)}` : '';
    const options = {
      shouldCreateUser: false,
      emailRedirectTo: `${window.location.origin}/auth${next}`,
      captchaToken: human.spend(),
    };
    const { error } = await (await connect()).signInWithOtp({ email: address, options });
    const failure = failureOf(error);
    return SILENT.includes(failure?.code) ? undefined : refusal("The email wasn't sent", failure);
  };

  return (
    <div className="grid gap-3">
      {sentTo === address && address ? (
        <>
          <Notice tone="good" title="Check your email">
            <p>
              If <span className="wrap-anywhere">{sentTo}</span> has an account, we&apos;ve sent a sign-in
              link to it. It works once.
            </p>
          </Notice>
          <div className="pb-3">
            <SendAgain busy={busy} left={left} onPress={() => void press()} />
          </div>
        </>
      ) : (
        <Button variant="outline" busyLabel={busy && 'Sending...'} onClick={() => void press()}>
          Email me a sign-in link
        </Button>
      )}
      <FormProblem problem={tried ? problem : undefined} />
    </div>
  );
}
