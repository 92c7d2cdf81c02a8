import { useState, type SubmitEvent } from 'react';
import { siteConfig } from '../../../lib/config/site-config';
import { newPasswordFault, PASSWORD_MIN_LENGTH, weaknessOf } from '../../../lib/entries';
import { failureOf } from '../../../lib/session/auth-failure';
import { useAuth } from '../../../lib/session/auth-context';
import { Button, buttonClass } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { PasswordField } from '../../../ui/field';
import { focusFirstFault } from '../../../ui/form-faults';
import { FormProblem } from '../../../ui/form-problem';
import { Notice } from '../../../ui/notice';
import { toastSuccess } from '../../../ui/toast';
import { useSubmission } from '../../../ui/use-submission';

const CHANGED = { title: 'Password changed', description: 'Use your new password from now on.' };

/** Replaces the password of the signed-in account. */
export function NewPasswordForm({ email }: { email: string }) {
  const { connect } = useAuth();
  const { busy, problem, run } = useSubmission();
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string>();
  const [changed, setChanged] = useState(false);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = newPasswordFault(password);
    setFault(found);
    if (found) return focusFirstFault(event.currentTarget);
    const done = await run(async () => {
      const { error } = await (await connect()).updateUser({ password });
      const failure = failureOf(error);
      if (failure?.code === 'weak_password') setFault(weaknessOf(failure.reasons, failure.message));
      return failure ? { title: 'Password not changed', description: failure.message } : undefined;
    });
    if (!done) return undefined;
    toastSuccess(CHANGED);
    return setChanged(true);
  };

  if (changed)
    return (
      <Card>
        <Notice tone="good" title={CHANGED.title}>
          <p>{CHANGED.description}</p>
        </Notice>
        <a href={siteConfig().appUrl} className={buttonClass('ink', 'large', 'mt-6 w-full')}>
          Open the app
        </a>
      </Card>
    );
  return (
    <Card>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
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
        />
        <FormProblem problem={problem} />
        <Button type="submit" size="large" busyLabel={busy && 'Saving...'}>
          Set new password
        </Button>
      </form>
    </Card>
  );
}
