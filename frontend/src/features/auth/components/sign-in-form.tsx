import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { emailFault } from '../../../lib/entries';
import { useHumanCheck } from '../../../lib/human/use-human-check';
import { useAuth } from '../../../lib/session/auth-context';
import type { WaysIn } from '../../../lib/session/ways-in';
import { Button } from '../../../ui/button';
import { EmailField } from '../../../ui/email-field';
import { PasswordField } from '../../../ui/field';
import { focusFirstFault, isSound, type Faults } from '../../../ui/form-faults';
import { FormProblem } from '../../../ui/form-problem';
import { HumanCheck } from '../../../ui/human-check/human-check';
import { Link } from '../../../ui/link';
import { toastSuccess } from '../../../ui/toast';
import { useSubmission, type Problem } from '../../../ui/use-submission';
import { MagicLink } from './magic-link';
import { PasskeyButton } from './passkey-button';
import { ProviderButtons } from './provider-buttons';
import { ResendConfirmation } from './resend-confirmation';

type Way = 'password' | 'link' | 'passkey';

interface Props {
  email: string;
  onEmail: (email: string) => void;
  onActing: (acting: boolean) => void;
  onSignedIn: () => void;
  /** Why the visitor was brought here from the sign-up tab. */
  reason: Problem | undefined;
  ways: WaysIn;
  /** Where to go on once signed in, if not to the application. */
  returnTo: string | undefined;
}

/** Opens a session with e-mail and password. */
export function SignInForm(props: Props) {
  const { email, onEmail, onActing, onSignedIn, reason, ways, returnTo } = props;
  const { signIn } = useAuth();
  const { busy, problem, run } = useSubmission();
  const human = useHumanCheck();
  const [password, setPassword] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const [leaving, setLeaving] = useState(false);
  /** The way in that was tried last, since the visitor was brought here. What was said of another one is over. */
  const [attempt, setAttempt] = useState<{ way?: Way; after?: Problem }>({});
  const tried = attempt.after === reason ? attempt.way : undefined;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // The address is there already.
    if (reason) form.current?.querySelector<HTMLElement>('[name=password]')?.focus();
  }, [reason]);

  /** Whether nothing is missing for a way in; what is, is marked in the form. */
  const mayTry = (way: Way, found: Faults): boolean => {
    const sound = isSound(found);
    setAttempt({ way: sound ? way : undefined, after: reason });
    setFaults(found);
    if (!sound) focusFirstFault(form.current);
    return sound;
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = {
      email: emailFault(email),
      password: password ? undefined : 'Enter your password.',
      human: human.missing(),
    };
    if (!mayTry('password', found)) return undefined;
    onActing(true);
    let halfway: boolean | undefined;
    const done = await run(async () => {
      const { error, ...answer } = await signIn(email.trim(), password, human.spend());
      halfway = answer.halfway;
      return error
        ? { title: 'Sign in failed', description: error.message, code: error.code, toasted: true }
        : undefined;
    });
    if (!done || halfway) return onActing(false);
    toastSuccess({ title: 'Welcome back!', description: "You've successfully signed in." });
    setLeaving(true);
    return onSignedIn();
  };

  return (
    <form
      noValidate
      ref={form}
      onSubmit={(event) => void submit(event)}
      className="grid gap-5"
      aria-label="Sign in"
    >
      {tried ? null : <FormProblem problem={reason} />}
      <EmailField
        autoComplete="username"
        value={email}
        onChange={(event) => onEmail(event.target.value)}
        error={faults['email']}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={faults['password']}
      />
      <FormProblem problem={tried === 'password' ? problem : undefined}>
        {problem?.code === 'email_not_confirmed' ? (
          <ResendConfirmation email={email.trim()} human={human} />
        ) : null}
      </FormProblem>
      <HumanCheck check={human} error={faults['human']} />
      <Button
        type="submit"
        size="large"
        busyLabel={(busy && 'Signing in...') || (leaving && 'Redirecting...')}
      >
        Sign In
      </Button>
      <p className="-my-2.5 text-small">
        <Link to="/auth/forgot" state={{ email }} className="inked inline-flex min-h-11 items-center">
          Forgot your password?
        </Link>
      </p>
      <div className="grid gap-3 border-t border-rule pt-5">
        <MagicLink
          email={email}
          ready={() => mayTry('link', { email: emailFault(email), human: human.missing() })}
          human={human}
          tried={tried === 'link'}
          returnTo={returnTo}
        />
        {ways.passkeys ? (
          <PasskeyButton
            ready={() => mayTry('passkey', { human: human.missing() })}
            human={human}
            tried={tried === 'passkey'}
            onActing={onActing}
            onSignedIn={onSignedIn}
          />
        ) : null}
        <ProviderButtons providers={ways.providers} returnTo={returnTo} />
      </div>
    </form>
  );
}
