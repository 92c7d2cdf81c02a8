import { useRef, useState, type SubmitEvent } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { AccountDeletion, AccountSubscriptionView } from '@subscription-site/shared/contracts';
import { undoDeletion } from '../../../lib/session/account-deletion';
import { useAuth } from '../../../lib/session/auth-context';
import { Button } from '../../../ui/buttons/button';
import { ShortDate } from '../../../ui/data-display/relative-time';
import { Callout } from '../../../ui/feedback/callout';
import { toastSuccess } from '../../../ui/feedback/toast';
import { restoreFocus } from '../../../ui/focus/restore-focus';
import { catchFormError } from '../../../ui/forms/catch-form-error';
import { PasswordField } from '../../../ui/forms/field';
import { focusFirstError } from '../../../ui/forms/field-errors';
import { FormErrorAlert } from '../../../ui/forms/form-error-alert';
import { useSubmit } from '../../../ui/forms/use-submit';
import { TitledSection } from '../../../ui/layout/titled-section';
import { scheduleDeletion } from '../api/privacy-api';
import { planQuery } from '../api/queries';
import { BILLING_PATH } from '../../../lib/billing-paths';
import { Link } from '../../../ui/navigation/link';

/** Deletes the account after two weeks, and keeps it if the user changes their mind. */
export function DeletionSection({ deletion }: { deletion: AccountDeletion }) {
  const queryClient = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const { scheduledFor, requiresPassword } = deletion;
  /** This also changes the plan, which other account pages show. */
  const changed = async () => {
    await queryClient.invalidateQueries();
    restoreFocus(heading.current, { show: true });
  };
  return (
    <TitledSection
      headingRef={heading}
      title="Delete your account"
      lead={scheduledFor ? 'You can still change your mind.' : 'You have 14 days to change your mind.'}
    >
      <div className="max-w-[36rem]">
        {scheduledFor ? (
          <ScheduledDeletion scheduledFor={scheduledFor} onUndone={changed} />
        ) : (
          <DeletionForm requiresPassword={requiresPassword} onScheduled={changed} />
        )}
      </div>
    </TitledSection>
  );
}

function ScheduledDeletion({
  scheduledFor,
  onUndone,
}: {
  scheduledFor: string;
  onUndone: () => Promise<void>;
}) {
  const { busy, formError, run } = useSubmit();
  const undo = async () => {
    if (!(await run(() => catchFormError('Couldn’t undo the deletion', undoDeletion)))) return;
    toastSuccess({ title: 'You’re keeping your account', description: 'We won’t delete anything.' });
    await onUndone();
  };
  return (
    <div className="grid gap-6">
      <Callout tone="marker" title="Your account is scheduled for deletion">
        <p>
          We’ll delete it and everything in it on <ShortDate at={scheduledFor} withTime />. You can use it
          until then, but you can’t buy or change a plan.
        </p>
        <Button className="mt-4 mb-1" busyLabel={busy && 'One moment...'} onClick={() => void undo()}>
          Keep my account
        </Button>
      </Callout>
      <FormErrorAlert error={formError} />
    </div>
  );
}

function DeletionForm({
  requiresPassword,
  onScheduled,
}: {
  requiresPassword: boolean;
  onScheduled: () => Promise<void>;
}) {
  const { busy, formError, run } = useSubmit();
  const { data: plan } = useQuery(planQuery);
  const [password, setPassword] = useState('');
  const [passwordError, setPasswordError] = useState<string>();

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const missing = requiresPassword && password === '' ? 'Enter your password.' : undefined;
    setPasswordError(missing);
    if (missing) return focusFirstError(form);
    const done = await run(async () => {
      const call = () => scheduleDeletion(requiresPassword ? password : undefined);
      const error = await catchFormError('Couldn’t schedule the deletion', call);
      if (error?.code !== 'wrong_password') return error;
      setPasswordError(error.description);
      focusFirstError(form);
      return { ...error, shownElsewhere: true };
    });
    if (!done) return undefined;
    toastSuccess({ title: 'Deletion scheduled', description: 'We’ve emailed you the details.' });
    return onScheduled();
  };

  return (
    <form
      noValidate
      aria-label="Delete your account"
      className="grid gap-6"
      onSubmit={(event) => void submit(event)}
    >
      <ul className="grid list-disc gap-2 pl-5">
        <li>
          After 14 days, we permanently delete your profile, files, emails, and everything else we store about
          you. You can undo this until then.
        </li>
        {plan ? (
          <li>
            {isOverdue(plan)
              ? 'A payment for your plan is overdue, so your plan ends right away, even if you keep your account. You won’t have to pay the open invoice.'
              : 'Your plan won’t renew. It ends with your account, and we don’t refund the rest of the period.'}
            {plan.refundableUntil ? (
              <>
                {' '}
                You can still{' '}
                <Link to={BILLING_PATH} className="text-link">
                  get your money back
                </Link>{' '}
                until <ShortDate at={plan.refundableUntil} withTime />.
              </>
            ) : null}
          </li>
        ) : null}
        <li>
          We keep only what our{' '}
          <Link to="/privacy" className="text-link">
            Privacy Policy
          </Link>{' '}
          lists, such as invoices that tax law requires us to keep.
        </li>
      </ul>
      {requiresPassword ? (
        <PasswordField
          className="max-w-form"
          label="Password"
          autoComplete="current-password"
          value={password}
          error={passwordError}
          onChange={(event) => setPassword(event.target.value)}
        />
      ) : (
        <p className="text-small text-ink-soft">
          Your account has no password. To delete it, you need to have signed in within the last 10 minutes.
        </p>
      )}
      <FormErrorAlert error={formError}>
        {formError?.code === 'reauthentication_needed' ? <SignInAgain /> : null}
      </FormErrorAlert>
      <div>
        <Button type="submit" variant="danger" busyLabel={busy && 'One moment...'}>
          Delete account
        </Button>
      </div>
    </form>
  );
}

const isOverdue = ({ status }: AccountSubscriptionView): boolean =>
  status === 'past_due' || status === 'unpaid' || status === 'paused';

/** Signs out on this device and returns here after signing in. */
function SignInAgain() {
  const { signOut } = useAuth();
  const navigate = useNavigate();
  const signInAgain = async () => {
    await signOut();
    void navigate(`/auth?next=${encodeURIComponent('/account/data')}`);
  };
  return (
    <Button variant="outline" size="small" className="mt-3" onClick={() => void signInAgain()}>
      Sign in again
    </Button>
  );
}
