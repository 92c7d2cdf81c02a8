import { useState } from 'react';
import { UNEXPECTED } from '../../../lib/api/messages';
import type { HumanCheck } from '../../../lib/human/use-human-check';
import { failureOf } from '../../../lib/session/auth-failure';
import { useAuth } from '../../../lib/session/auth-context';
import { Button } from '../../../ui/button';

type State = { kind: 'idle' } | { kind: 'sending' } | { kind: 'sent' } | { kind: 'failed'; why: string };

/** Sends the confirmation mail of a sign-up again. `human` is the check of the form it stands in. */
export function ResendConfirmation({ email, human }: { email: string; human: HumanCheck }) {
  const { connect } = useAuth();
  const [state, setState] = useState<State>({ kind: 'idle' });

  const send = async () => {
    const missing = human.missing();
    if (missing) return setState({ kind: 'failed', why: missing });
    setState({ kind: 'sending' });
    try {
      const options = { emailRedirectTo: window.location.origin, captchaToken: human.spend() };
      const { error } = await (await connect()).resend({ type: 'signup', email, options });
      const failure = failureOf(error);
      return setState(failure ? { kind: 'failed', why: failure.message } : { kind: 'sent' });
    } catch {
      return setState({ kind: 'failed', why: UNEXPECTED });
    }
  };

  return (
    <div className="mt-3 grid justify-items-start gap-2" aria-live="polite">
      {state.kind === 'sent' ? (
        <p className="text-ink">The mail is on its way to {email}. Open its link to confirm your address.</p>
      ) : (
        <Button
          variant="outline"
          size="small"
          busyLabel={state.kind === 'sending' && 'Sending...'}
          onClick={() => void send()}
        >
          Send the mail again
        </Button>
      )}
      {state.kind === 'failed' ? <p>{state.why}</p> : null}
    </div>
  );
}
