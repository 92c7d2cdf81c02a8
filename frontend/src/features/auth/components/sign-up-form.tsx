import { useState, type ReactNode, type SubmitEvent } from 'react';
import { siteConfig } from '../../../lib/config/site-config';
import { emailFault, nameFault, newPasswordFault, weaknessOf } from '../../../lib/entries';
import { useHumanCheck } from '../../../lib/human/use-human-check';
import type { AuthFailure } from '../../../lib/session/auth-failure';
import { useAuth } from '../../../lib/session/auth-context';
import { Button } from '../../../ui/button';
import { EmailField } from '../../../ui/email-field';
import { Field } from '../../../ui/field';
import { focusFirstFault, isSound, type Faults } from '../../../ui/form-faults';
import { FormProblem } from '../../../ui/form-problem';
import { HumanCheck } from '../../../ui/human-check/human-check';
import { NewPasswordField } from '../../../ui/new-password-field';
import { toastSuccess } from '../../../ui/toast';
import { useSubmission, type Problem } from '../../../ui/use-submission';
import { AcceptingTerms } from './accepting-terms';

interface Props {
  email: string;
  onEmail: (email: string) => void;
  onActing: (acting: boolean) => void;
  onRegistered: (email: string) => void;
  /** The address has an account: the sign-in tab takes over. */
  onExists: (problem: Problem) => void;
  /** Other ways to an account. */
  children?: ReactNode;
}

const EXISTS: Problem = {
  title: 'Account already exists',
  description: 'Please sign in instead or use a different email address.',
  toasted: true,
};

/** Makes an account; it is confirmed by mail. */
export function SignUpForm({ email, onEmail, onActing, onRegistered, onExists, children }: Props) {
  const { signUp } = useAuth();
  const { busy, problem, run } = useSubmission();
  const human = useHumanCheck();
  const [fullName, setFullName] = useState('');
  const [password, setPassword] = useState('');
  const [faults, setFaults] = useState<Faults>({});

  const refuse = (error: AuthFailure): Problem => {
    if (error.message.toLowerCase().includes('already registered')) {
      onExists(EXISTS);
      return { ...EXISTS, shownElsewhere: true };
    }
    const weak = error.code === 'weak_password';
    if (weak) setFaults({ password: weaknessOf(error.reasons, error.message) });
    return { title: 'Sign up failed', description: error.message, toasted: true, shownElsewhere: weak };
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = {
      fullName: nameFault(fullName),
      email: emailFault(email),
      password: newPasswordFault(password),
      human: human.missing(),
    };
    setFaults(found);
    if (!isSound(found)) return focusFirstFault(form);
    onActing(true);
    const done = await run(async () => {
      const { error } = await signUp(email.trim(), password, fullName.trim(), human.spend());
      return error ? refuse(error) : undefined;
    });
    if (!done) {
      onActing(false);
      return focusFirstFault(form);
    }
    toastSuccess({
      title: `Welcome to ${siteConfig().productName}! 🎉`,
      description: 'Your free trial has started. Check your email to verify your account.',
    });
    return onRegistered(email.trim());
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5" aria-label="Sign up">
      <Field
        label="Full Name"
        name="fullName"
        autoComplete="name"
        required
        value={fullName}
        onChange={(event) => setFullName(event.target.value)}
        error={faults['fullName']}
      />
      <EmailField value={email} onChange={(event) => onEmail(event.target.value)} error={faults['email']} />
      <NewPasswordField
        label="Password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={faults['password']}
      />
      <FormProblem problem={problem} />
      <HumanCheck check={human} error={faults['human']} />
      <Button type="submit" size="large" busyLabel={busy && 'Creating account...'}>
        Sign Up
      </Button>
      {children}
      <AcceptingTerms />
    </form>
  );
}
