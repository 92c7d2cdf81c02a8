import type { SubmitEvent } from 'react';
import { Button, type ButtonSize } from '../../../ui/button';
import { PasswordField } from '../../../ui/field';
import { focusFirstFault, isSound } from '../../../ui/form-faults';
import { FormProblem } from '../../../ui/form-problem';
import { NewPasswordField } from '../../../ui/new-password-field';
import { useSubmission, type Problem } from '../../../ui/use-submission';
import { usePasswordChange } from '../use-password-change';
import { MailedCode } from './mailed-code';

interface Props {
  /** Whose password it is, for password managers. */
  email: string;
  press: string;
  size?: ButtonSize;
  onChanged: () => void;
}

/**
 * Sets a password for whoever is signed in. The present one, or digits from the mailbox, are asked for where the service wants to
 * see them.
 */
export function NewPasswordForm({ email, press, size, onChanged }: Props) {
  const { busy, problem, run } = useSubmission();
  const wish = usePasswordChange();

  const finish = () => {
    wish.begin();
    onChanged();
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!isSound(wish.find())) return focusFirstFault(form);
    let isSet = false;
    const done = await run(async () => {
      const outcome = await wish.change();
      isSet = !outcome.problem && !outcome.asked;
      return outcome.problem;
    });
    if (!done) return focusFirstFault(form);
    return isSet ? finish() : undefined;
  };
  const show = async (code: string): Promise<Problem | undefined> => (await wish.change(code)).problem;

  if (wish.mailed !== undefined)
    return (
      <MailedCode
        email={email}
        press={press}
        wait={wish.mailed}
        show={show}
        again={wish.askForCode}
        onDone={finish}
        onCancel={wish.stopAsking}
      />
    );
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid justify-items-start gap-5"
      aria-label="Password"
    >
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      {wish.asksCurrent ? (
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          required
          value={wish.current}
          onChange={(event) => wish.setCurrent(event.target.value)}
          error={wish.faults.current}
          className="w-full"
        />
      ) : null}
      <NewPasswordField
        label="New password"
        value={wish.password}
        onChange={(event) => wish.setPassword(event.target.value)}
        error={wish.faults.password}
        className="w-full"
      />
      <FormProblem problem={problem} />
      <Button
        type="submit"
        size={size}
        className={size === 'large' ? 'w-full' : undefined}
        busyLabel={busy && 'Saving...'}
      >
        {press}
      </Button>
    </form>
  );
}
