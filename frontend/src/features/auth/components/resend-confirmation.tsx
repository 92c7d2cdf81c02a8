import { useState } from 'react';
import type { HumanCheck } from '../../../lib/human/use-human-check';
import { failureOf } from '../../../lib/session/auth-failure';
import { useAuth } from '../../../lib/session/auth-context';
import { Button } from '../../../ui/button';
import { againLabel } from '../../../ui/send-again';
import { useSending } from '../../../ui/use-sending';
import { refusal } from '../../../ui/use-submission';

/** Sends the confirmation mail of a sign-up again. `human` is the check of the form it stands in. */
export function ResendConfirmation({ email, human }: { email: string; human: HumanCheck }) {
  const { connect } = useAuth();
  const { busy, problem, left, sent, send } = useSending();
  const [missing, setMissing] = useState<string>();

  const press = async () => {
    const lacks = human.missing();
    setMissing(lacks);
    if (lacks) return;
    await send(async () => {
      const options = { emailRedirectTo: window.location.origin, captchaToken: human.spend() };
      const { error } = await (await connect()).resend({ type: 'signup', email, options });
      return refusal("The email wasn't sent", failureOf(error));
    });
  };

  const why = missing ?? problem?.description;
  return (
    <div className="mt-3 grid justify-items-start gap-2" aria-live="polite">
      {sent && !why ? (
        <p className="text-ink">We sent an email to {email}. Click the link in it to confirm your address.</p>
      ) : null}
      <Button
        variant="outline"
        size="small"
        disabled={left > 0}
        busyLabel={busy && 'Sending...'}
        onClick={() => void press()}
      >
        {againLabel(left) ?? 'Resend email'}
      </Button>
      {why ? <p>{why}</p> : null}
    </div>
  );
}
