import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useParams } from 'react-router-dom';
import { isApiError } from '../../../lib/api/api-error';
import { errorMessage } from '../../../lib/api/messages';
import { usePageTitle } from '../../../lib/browser/use-page-title';
import { Button, buttonClass } from '../../../ui/buttons/button';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { BackIcon } from '../../../ui/icons/icons';
import { Link } from '../../../ui/navigation/link';
import { EMPTY_EMAIL_FILTER, writeFilter } from './email-filter';
import { supportKeys, supportQueries } from '../api/queries';
import { CancelDialog } from './cancel-dialog';
import { EmailAttempts } from './email-attempts';
import { EmailFacts } from './email-facts';
import { EmailStatusBadge } from './email-status-badge';
import { ListSkeleton } from '../components/list-skeleton';
import { RenderedEmail } from './rendered-email';
import { ReplayDialog } from './replay/replay-dialog';

/** One email: details, attempts, preview, and actions. Polled while it is being sent. */
export function EmailDetailScreen() {
  const { id = '' } = useParams();
  const queryClient = useQueryClient();
  const { isPending, isLoadingError, data: email, error, refetch } = useQuery(supportQueries.email(id));
  usePageTitle(email?.subject ?? 'Email');
  const [dialog, setDialog] = useState<'replay' | 'cancel'>();
  // The search this screen was opened from.
  const search = (useLocation().state as { search?: string } | null)?.search ?? '';

  const close = (acted: boolean) => {
    setDialog(undefined);
    if (acted) void queryClient.invalidateQueries({ queryKey: supportKeys.emails });
  };
  return (
    <>
      <Link
        to={`/admin${search}`}
        className="inline-flex min-h-11 items-center gap-2 text-small font-semibold hover:underline"
      >
        <BackIcon className="size-4.5" />
        {search ? 'Back to results' : 'All emails'}
      </Link>
      {isPending ? (
        <>
          <h1 className="mt-2 text-h2">Email</h1>
          <ListSkeleton label="Loading email..." />
        </>
      ) : null}
      {isLoadingError ? (
        <div className="mt-2" role="alert">
          <h1 className="mb-6 text-h2">Email</h1>
          <EmptyState
            title={isApiError(error, 'not_found') ? 'Email not found' : 'The email couldn’t be loaded'}
            action={
              <>
                <Button onClick={() => void refetch()}>Try again</Button>
                <Link to="/admin" className={buttonClass('outline')}>
                  All emails
                </Link>
              </>
            }
          >
            {errorMessage(error)}
          </EmptyState>
        </div>
      ) : null}
      {email ? (
        <>
          <div className="mt-2 flex flex-wrap items-start justify-between gap-4">
            <div className="min-w-0">
              <h1 className="text-h2">{email.subject}</h1>
              <div className="mt-2 flex flex-wrap items-center gap-3" aria-live="polite">
                <EmailStatusBadge email={email} />
                <span className="text-small wrap-anywhere text-ink-soft">
                  to{' '}
                  <Link
                    to={`/admin?${writeFilter({ ...EMPTY_EMAIL_FILTER, recipient: email.recipient }).toString()}`}
                    className="text-link"
                  >
                    <bdi>{email.recipient}</bdi>
                    <span className="sr-only">, all emails to this address</span>
                  </Link>
                </span>
              </div>
            </div>
            <div>
              <div className="flex flex-wrap gap-3 sm:justify-end">
                <Button
                  disabled={!email.replayable}
                  aria-describedby={email.replayBlockedReason ? 'replay-blocked' : undefined}
                  onClick={() => setDialog('replay')}
                >
                  Resend email
                </Button>
                {email.cancelable ? (
                  <Button variant="danger" onClick={() => setDialog('cancel')}>
                    {email.status === 'failed' ? 'Dismiss email' : 'Cancel email'}
                  </Button>
                ) : null}
              </div>
              {email.replayBlockedReason ? (
                <p id="replay-blocked" className="mt-2 max-w-80 text-fine text-ink-soft sm:text-right">
                  {email.replayBlockedReason}
                </p>
              ) : null}
            </div>
          </div>
          <EmailFacts email={email} />
          <EmailAttempts attempts={email.history} />
          <RenderedEmail email={email} />
          {dialog === 'replay' ? <ReplayDialog request={{ kind: 'one', email }} onClose={close} /> : null}
          {dialog === 'cancel' ? <CancelDialog email={email} onClose={close} /> : null}
        </>
      ) : null}
    </>
  );
}
