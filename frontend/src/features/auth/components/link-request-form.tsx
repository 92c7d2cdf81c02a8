import { useState, type ReactNode, type SubmitEvent } from 'react';
import type { AuthError } from '@supabase/auth-js';
import { emailFault, NO_ADDRESS } from '../../../lib/entries';
import { useHumanCheck } from '../../../lib/human/use-human-check';
import type { AuthClient } from '../../../lib/session/auth-client';
import { failureOf } from '../../../lib/session/auth-failure';
import { useAuth } from '../../../lib/session/auth-context';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { EmailField } from '../../../ui/email-field';
import { focusFirstFault, isSound, type Faults } from '../../../ui/form-faults';
import { FormProblem } from '../../../ui/form-problem';
import { HumanCheck } from '../../../ui/human-check/human-check';
import { Link } from '../../../ui/link';
import { Notice } from '../../../ui/notice';
import { againLabel } from '../../../ui/send-again';
import { useSending } from '../../../ui/use-sending';
import { refusal } from '../../../ui/use-submission';

interface Props {
  email: string;
  /** Asks the service for the mail. It answers the same whether the address has an account or not. */
  ask: (
    client: AuthClient,
    email: string,
    captchaToken: string | undefined,
  ) => Promise<{ error: AuthError | null }>;
  /** What is said once it was asked for: never whether there is such an account. */
  sent: (email: string) => ReactNode;
}

/** An address, and a press that sends a one-time link to it. */
export function LinkRequestForm({ ask, sent, ...props }: Props) {
  const { connect } = useAuth();
  const { busy, problem, left, send } = useSending();
  const human = useHumanCheck();
  const [email, setEmail] = useState(props.email);
  const [faults, setFaults] = useState<Faults>({});
  const [askedFor, setAskedFor] = useState<string>();
  const [sentTo, setSentTo] = useState<string>();
  // The wait is that of one address.
  const wait = askedFor === email.trim() ? left : 0;

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = { email: emailFault(email), human: human.missing() };
    setFaults(found);
    const form = event.currentTarget;
    if (!isSound(found)) return focusFirstFault(form);
    const address = email.trim();
    setAskedFor(address);
    const done = await send(async () => {
      const { error } = await ask(await connect(), address, human.spend());
      const refused = refusal("The email wasn't sent", failureOf(error));
      if (refused?.code !== 'validation_failed') return refused;
      setFaults({ email: NO_ADDRESS });
      return { ...refused, shownElsewhere: true };
    });
    if (!done) focusFirstFault(form);
    return setSentTo(done ? address : undefined);
  };

  return (
    <Card>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <EmailField
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={faults['email']}
        />
        <FormProblem problem={problem} />
        {sentTo ? (
          <Notice tone="good" title="Check your email">
            <p>{sent(sentTo)}</p>
          </Notice>
        ) : null}
        <HumanCheck check={human} error={faults['human']} />
        <Button type="submit" size="large" disabled={wait > 0} busyLabel={busy && 'Sending...'}>
          {againLabel(wait) ?? (sentTo ? 'Resend' : 'Send link')}
        </Button>
        <p className="-my-2.5 text-small">
          <Link to="/auth" state={{ email }} className="inked inline-flex min-h-11 items-center">
            Back to sign in
          </Link>
        </p>
      </form>
    </Card>
  );
}
