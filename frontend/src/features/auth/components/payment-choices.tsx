import { useState, type ReactNode, type SubmitEvent } from 'react';
import { newPasswordFault, passwordHint } from '../../../lib/entries';
import { Button } from '../../../ui/button';
import { Disclosure } from '../../../ui/disclosure';
import { PasswordField } from '../../../ui/field';
import { focusFirstFault } from '../../../ui/form-faults';
import type { PaymentAnswer } from '../api/verify-payment';

interface Props {
  busy: boolean;
  signedIn: boolean;
  /** Gives what is wrong with the password in the answer, if it is that. */
  onAnswer: (answer: PaymentAnswer) => Promise<string | undefined>;
}

/** The three answers to "is this your account?". */
export function PaymentChoices({ busy, signedIn, onAnswer }: Props) {
  const wait = busy && 'One moment...';
  return (
    <div className="-mb-4 first:-mt-4 [&>details:last-child]:border-b-0">
      <Disclosure summary="Yes, confirm with my password" open={!signedIn}>
        <PasswordAnswer
          label="Your password"
          autoComplete="current-password"
          check={(password) => (password ? undefined : 'Enter the password you chose at checkout.')}
          onAnswer={(password) => onAnswer({ password })}
        >
          <Button type="submit" busyLabel={wait}>
            Confirm
          </Button>
        </PasswordAnswer>
      </Disclosure>
      <Disclosure summary="Yes, but set a new password">
        <PasswordAnswer
          label="New password"
          autoComplete="new-password"
          hint={`${passwordHint()} Your old password will stop working everywhere.`}
          check={newPasswordFault}
          onAnswer={(password) => onAnswer({ new_password: password })}
        >
          <Button type="submit" busyLabel={wait}>
            Set new password
          </Button>
        </PasswordAnswer>
      </Disclosure>
      <Disclosure summary="No, this wasn't me">
        <p className="mb-4 text-small">
          Someone paid with their card and entered your email address. We&apos;ll revoke access to that
          account and look into the payment.
        </p>
        <Button variant="danger" busyLabel={wait} onClick={() => void onAnswer({ disown: true })}>
          This wasn&apos;t me
        </Button>
      </Disclosure>
    </div>
  );
}

function PasswordAnswer(props: {
  label: string;
  hint?: string;
  autoComplete: string;
  check: (password: string) => string | undefined;
  onAnswer: (password: string) => Promise<string | undefined>;
  children: ReactNode;
}) {
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string>();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const missing = props.check(password);
    setFault(missing);
    const found = missing ?? (await props.onAnswer(password));
    setFault(found);
    if (found) focusFirstFault(form);
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid justify-items-start gap-4">
      <PasswordField
        label={props.label}
        name="password"
        autoComplete={props.autoComplete}
        hint={props.hint}
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={fault}
        className="w-full"
      />
      {props.children}
    </form>
  );
}
