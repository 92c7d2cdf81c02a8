import { useState, type SubmitEvent } from 'react';
import { emailFault } from '../../../lib/entries';
import { failureOf } from '../../../lib/session/auth-failure';
import { useAuth } from '../../../lib/session/auth-context';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { Field } from '../../../ui/field';
import { focusFirstFault } from '../../../ui/form-faults';
import { Link } from '../../../ui/link';
import { Notice } from '../../../ui/notice';
import { useSubmission } from '../use-submission';
import { FormProblem } from './form-problem';

/** Sends the recovery mail; it answers the same for addresses with and without an account. */
export function ForgotForm(props: { email: string }) {
  const { connect } = useAuth();
  const { busy, problem, run } = useSubmission();
  const [email, setEmail] = useState(props.email);
  const [fault, setFault] = useState<string>();
  const [sentTo, setSentTo] = useState<string>();

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = emailFault(email);
    setFault(found);
    if (found) return focusFirstFault(event.currentTarget);
    const done = await run(async () => {
      const redirectTo = `${window.location.origin}/auth/reset`;
      const { error } = await (await connect()).resetPasswordForEmail(email.trim(), { redirectTo });
      const failure = failureOf(error);
      return failure ? { title: 'The mail was not sent', description: failure.message } : undefined;
    });
    return setSentTo(done ? email.trim() : undefined);
  };

  return (
    <Card>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <Field
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={fault}
        />
        <FormProblem problem={problem} />
        {sentTo ? (
          <Notice tone="good" title="Check your mail">
            <p>If {sentTo} has an account, a link is on its way. It can take a minute.</p>
          </Notice>
        ) : null}
        <Button type="submit" size="large" busyLabel={busy && 'Sending...'}>
          {sentTo ? 'Send it again' : 'Send the link'}
        </Button>
        <p className="text-small">
          <Link to="/auth" state={{ email }} className="inked">
            Back to sign in
          </Link>
        </p>
      </form>
    </Card>
  );
}
