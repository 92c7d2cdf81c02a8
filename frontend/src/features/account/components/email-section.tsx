import { useRef, useState, type SubmitEvent } from 'react';
import { emailFault, NO_ADDRESS } from '../../../lib/entries';
import type { User } from '../../../lib/session/auth-client';
import { useAuth } from '../../../lib/session/auth-context';
import { NEW_CONFIRMATION_PATH } from '../../../lib/session/link-trouble';
import { Button } from '../../../ui/button';
import { EmailField } from '../../../ui/email-field';
import { focusFirstFault } from '../../../ui/form-faults';
import { FormProblem } from '../../../ui/form-problem';
import { Link } from '../../../ui/link';
import { Notice } from '../../../ui/notice';
import { toastSuccess } from '../../../ui/toast';
import { useSubmission } from '../../../ui/use-submission';
import { regainFocus } from '../regain-focus';
import { problemOf } from '../refusals';
import { PendingEmail } from './pending-email';
import { SecuritySection } from './security-section';

/** Refusals of the address itself, in plainer words. */
const AT_ENTRY: Record<string, string> = {
  email_exists: 'This email is already used by another account.',
  validation_failed: NO_ADDRESS,
};

interface Props {
  account: User;
  onChanged: () => Promise<void>;
}

/** The address of the account, and how it gets another one: both mailboxes have to agree. */
export function EmailSection({ account, onChanged }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const sentAgain = async () => {
    await onChanged();
    regainFocus(heading.current);
  };
  return (
    <SecuritySection
      headingRef={heading}
      title="Email address"
      lead="You sign in with this address, and we send our emails to it. To change it, confirm the change from both your current and your new address."
    >
      <div className="grid max-w-form gap-6">
        <p className="font-semibold wrap-anywhere">{account.email}</p>
        {account.new_email ? (
          <PendingEmail
            // A wish for another address begins its wait anew.
            key={`${account.new_email} ${account.email_change_sent_at}`}
            account={account}
            newEmail={account.new_email}
            onChanged={sentAgain}
          />
        ) : null}
        {account.email_confirmed_at ? (
          <NewEmailForm account={account} onChanged={onChanged} />
        ) : (
          <Notice tone="marker" title="This email isn't confirmed">
            <p>
              Confirm it first, then you can change it.{' '}
              <Link to={NEW_CONFIRMATION_PATH} className="inked">
                Get a new confirmation email
              </Link>
            </p>
          </Notice>
        )}
      </div>
    </SecuritySection>
  );
}

function NewEmailForm({ account, onChanged }: Props) {
  const { connect } = useAuth();
  const { busy, problem, run } = useSubmission();
  const [email, setEmail] = useState('');
  const [fault, setFault] = useState<string>();

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const wish = email.trim();
    const same = wish.toLowerCase() === account.email?.toLowerCase();
    const found = same ? 'This is already your email address. Enter a different one.' : emailFault(wish);
    setFault(found);
    if (found) return focusFirstFault(form);
    const done = await run(async () => {
      const client = await connect();
      const { error } = await client.updateUser({ email: wish }, { emailRedirectTo: window.location.origin });
      const refused = await problemOf(client, 'Email not changed', error);
      const atEntry = AT_ENTRY[refused?.code ?? ''];
      setFault(atEntry);
      return refused && { ...refused, shownElsewhere: Boolean(atEntry) };
    });
    if (!done) return focusFirstFault(form);
    toastSuccess({
      title: 'Check both inboxes',
      description: 'We sent a link to each address. Click both to finish.',
    });
    setEmail('');
    return onChanged();
  };

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid justify-items-start gap-5"
      aria-label="Email address"
    >
      <EmailField
        label="New email address"
        name="newEmail"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={fault}
        className="w-full"
      />
      <FormProblem problem={problem} />
      <Button type="submit" busyLabel={busy && 'Saving...'}>
        Change email
      </Button>
    </form>
  );
}
