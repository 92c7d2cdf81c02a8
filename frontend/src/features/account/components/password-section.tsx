import { useState, type SubmitEvent } from 'react';
import type { AuthError } from '@supabase/auth-js';
import { newPasswordFault, PASSWORD_MIN_LENGTH, weaknessOf } from '../../../lib/entries';
import type { AuthClient, User } from '../../../lib/session/auth-client';
import { failureOf } from '../../../lib/session/auth-failure';
import { useAuth } from '../../../lib/session/auth-context';
import { Button } from '../../../ui/button';
import { PasswordField } from '../../../ui/field';
import { focusFirstFault } from '../../../ui/form-faults';
import { FormProblem } from '../../../ui/form-problem';
import { toastSuccess } from '../../../ui/toast';
import { useSubmission, type Problem } from '../../../ui/use-submission';
import { problemOf } from '../refusals';
import { MailedCode } from './mailed-code';
import { SecuritySection } from './security-section';

/** A new password for the account, or its first one. Where the service wants to see the mailbox again, a code is asked for. */
export function PasswordSection({ account, onChanged }: { account: User; onChanged: () => Promise<void> }) {
  const { connect } = useAuth();
  const { busy, problem, run } = useSubmission();
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string>();
  const [asked, setAsked] = useState(false);
  const first = account.app_metadata['has_password'] === false;
  const email = account.email ?? '';

  /** What is wrong with the password itself is told at its entry. */
  const refusalOf = (client: AuthClient, error: AuthError | null): Promise<Problem | undefined> => {
    const failure = failureOf(error);
    if (failure?.code === 'weak_password') setFault(weaknessOf(failure.reasons, failure.message));
    if (failure?.code === 'same_password') setFault('This is the password you have. Choose another one.');
    if (failure?.code === 'weak_password' || failure?.code === 'same_password') setAsked(false);
    return problemOf(client, 'Password not changed', error);
  };
  const changeWith = async (nonce: string): Promise<Problem | undefined> => {
    const client = await connect();
    const { error } = await client.updateUser({ password, nonce });
    return refusalOf(client, error);
  };
  const askForCode = async (): Promise<Problem | undefined> => {
    const client = await connect();
    const { error } = await client.reauthenticate();
    // One that was sent a moment ago is as good.
    return error?.code === 'over_email_send_rate_limit'
      ? undefined
      : problemOf(client, 'The mail was not sent', error);
  };
  const finish = async () => {
    toastSuccess({ title: 'Password changed', description: 'All other devices have been signed out.' });
    setPassword('');
    setAsked(false);
    await onChanged();
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = newPasswordFault(password);
    setFault(found);
    if (found) return focusFirstFault(form);
    let needsCode = false;
    const done = await run(async () => {
      const client = await connect();
      const { error } = await client.updateUser({ password });
      needsCode = error?.code === 'reauthentication_needed';
      return needsCode ? askForCode() : refusalOf(client, error);
    });
    if (!done) return focusFirstFault(form);
    return needsCode ? setAsked(true) : finish();
  };

  return (
    <SecuritySection
      title="Password"
      lead={
        first
          ? 'This account has no password yet. Choose one, and you can sign in with it as well.'
          : 'A new one signs out every other device.'
      }
    >
      {asked ? (
        <MailedCode
          email={email}
          send={changeWith}
          again={askForCode}
          onDone={() => void finish()}
          onCancel={() => setAsked(false)}
        />
      ) : (
        <form
          noValidate
          onSubmit={(event) => void submit(event)}
          className="grid max-w-form justify-items-start gap-5"
          aria-label="Password"
        >
          <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            label="New password"
            name="password"
            autoComplete="new-password"
            required
            minLength={PASSWORD_MIN_LENGTH}
            hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            error={fault}
            className="w-full"
          />
          <FormProblem problem={problem} />
          <Button type="submit" busyLabel={busy && 'Saving...'}>
            {first ? 'Set password' : 'Change password'}
          </Button>
        </form>
      )}
    </SecuritySection>
  );
}
