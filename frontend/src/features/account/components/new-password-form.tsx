import { useEffect, useRef, type SubmitEvent } from 'react';
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
  const place = useRef<HTMLDivElement>(null);

  const asksForCode = wish.mailed !== undefined;
  const hasAsked = useRef(false);
  useEffect(() => {
    // The entries are back in place of the code's, because of what is wrong with one, or because the code was given up.
    if (hasAsked.current && !asksForCode)
      firstOf(place.current, '[aria-invalid="true"]', 'input:not([hidden])')?.focus();
    hasAsked.current = asksForCode;
  }, [asksForCode]);

  const finish = () => {
    hasAsked.current = false;
    wish.begin();
    onChanged();
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isSound(wish.find())) return focusFirstFault(place.current);
    let isSet = false;
    const done = await run(async () => {
      const outcome = await wish.change();
      isSet = !outcome.problem && !outcome.asked;
      return outcome.problem;
    });
    if (!done) return focusFirstFault(place.current);
    return isSet ? finish() : undefined;
  };
  const show = async (code: string): Promise<Problem | undefined> => (await wish.change(code)).problem;

  return (
    <div ref={place}>
      {wish.mailed === undefined ? (
        <form
          noValidate
          onSubmit={(event) => void submit(event)}
          className="grid justify-items-start gap-5"
          aria-label="Password"
        >
          <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
          <Entries wish={wish} />
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
      ) : (
        <MailedCode
          email={email}
          press={press}
          wait={wish.mailed}
          show={show}
          again={wish.askForCode}
          onDone={finish}
          onCancel={wish.stopAsking}
        />
      )}
    </div>
  );
}

function Entries({ wish }: { wish: ReturnType<typeof usePasswordChange> }) {
  return (
    <>
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
    </>
  );
}

/** The first element that there is of these. */
function firstOf(place: HTMLElement | null, ...selectors: string[]): HTMLElement | null | undefined {
  return selectors.map((selector) => place?.querySelector<HTMLElement>(selector)).find(Boolean);
}
