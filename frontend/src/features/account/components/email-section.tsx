import { useRef, useState, type SubmitEvent } from 'react';
import { INVALID_EMAIL } from '@subscription-site/shared/email-address';
import { validateEmail } from '../../../lib/form-validation';
import type { User } from '../../../lib/session/auth-client';
import { useAuth } from '../../../lib/session/auth-context';
import { NEW_CONFIRMATION_PATH } from '../../../lib/session/link-error';
import { Button } from '../../../ui/buttons/button';
import { EmailField } from '../../../ui/forms/email-field';
import { focusFirstError } from '../../../ui/forms/field-errors';
import { FormErrorAlert } from '../../../ui/forms/form-error-alert';
import { Link } from '../../../ui/navigation/link';
import { Callout } from '../../../ui/feedback/callout';
import { toastSuccess } from '../../../ui/feedback/toast';
import { useSubmit } from '../../../ui/forms/use-submit';
import { useReloadAccount } from '../api/queries';
import { restoreFocus } from '../../../ui/focus/restore-focus';
import { authFormError } from '../form-errors';
import { PendingEmailChange } from './pending-email-change';
import { TitledSection } from '../../../ui/layout/titled-section';

/** Error codes that concern the email field. */
const FIELD_ERRORS: Record<string, string> = {
  email_exists: 'This email is already used by another account.',
  validation_failed: INVALID_EMAIL,
};

/** Shows and changes the account's email address. A change must be confirmed from both the old and the new address. */
export function EmailSection({ account }: { account: User }) {
  const reloadAccount = useReloadAccount();
  const heading = useRef<HTMLHeadingElement>(null);
  const onResent = async () => {
    await reloadAccount();
    restoreFocus(heading.current);
  };
  return (
    <TitledSection
      headingRef={heading}
      title="Email address"
      lead="You sign in with this address, and we send our emails to it. To change it, confirm the change from both your current and your new address."
    >
      <div className="grid max-w-form gap-6">
        <p className="font-semibold wrap-anywhere">{account.email}</p>
        {account.new_email ? (
          <PendingEmailChange
            // A new request restarts the cooldown.
            key={`${account.new_email} ${account.email_change_sent_at}`}
            account={account}
            newEmail={account.new_email}
            onChanged={onResent}
          />
        ) : null}
        {account.email_confirmed_at ? (
          <NewEmailForm account={account} />
        ) : (
          <Callout tone="marker" title="This email isn’t confirmed">
            <p>
              Confirm it first, then you can change it.{' '}
              <Link to={NEW_CONFIRMATION_PATH} className="text-link">
                Get a new confirmation email
              </Link>
            </p>
          </Callout>
        )}
      </div>
    </TitledSection>
  );
}

function NewEmailForm({ account }: { account: User }) {
  const reloadAccount = useReloadAccount();
  const { connect } = useAuth();
  const { busy, formError, run } = useSubmit();
  const [email, setEmail] = useState('');
  const [fieldError, setFieldError] = useState<string>();

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const newEmail = email.trim();
    const same = newEmail.toLowerCase() === account.email?.toLowerCase();
    const invalid = same
      ? 'This is already your email address. Enter a different one.'
      : validateEmail(newEmail);
    setFieldError(invalid);
    if (invalid) return focusFirstError(form);
    const done = await run(async () => {
      const client = await connect();
      const { error } = await client.updateUser(
        { email: newEmail },
        { emailRedirectTo: window.location.origin },
      );
      const failure = await authFormError(client, 'Couldn’t change your email', error);
      const inlineError = FIELD_ERRORS[failure?.code ?? ''];
      setFieldError(inlineError);
      return inlineError ? { ...failure!, shownElsewhere: true } : failure;
    });
    if (!done) return focusFirstError(form);
    toastSuccess({
      title: 'Check both inboxes',
      description: 'We sent a link to each address. Click both to finish.',
    });
    setEmail('');
    return reloadAccount();
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
        error={fieldError}
        className="w-full"
      />
      <FormErrorAlert error={formError} />
      <Button type="submit" busyLabel={busy && 'Saving...'}>
        Change email
      </Button>
    </form>
  );
}
