import { useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { isRefusal } from '../../../lib/api/api-error';
import { sentenceOf } from '../../../lib/api/messages';
import { useScreenTitle } from '../../../lib/browser/screen-title';
import { Button, buttonClass } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { BackIcon } from '../../../ui/icons';
import { Link } from '../../../ui/link';
import { NO_FILTER, writeFilter } from '../email-filter';
import { useFollowedMail } from '../use-followed-mail';
import { CancelDialog } from './cancel-dialog';
import { EmailAttempts } from './email-attempts';
import { EmailFacts } from './email-facts';
import { EmailStatusBadge } from './email-status-badge';
import { ListSkeleton } from './list-skeleton';
import { RenderedEmail } from './rendered-email';
import { ReplayDialog } from './replay-dialog';

/** One mail: what it is, every attempt, how it looks, and what can be done. Watches it while it is under way. */
export function EmailDetailScreen() {
  const { id = '' } = useParams();
  const { status, value: email, fault, reload } = useFollowedMail(id);
  useScreenTitle(email?.subject ?? 'Email');
  const [asking, setAsking] = useState<'replay' | 'cancel'>();
  // The search that led here, so that the way back leads to what it found.
  const cameFrom = (useLocation().state as { search?: string } | null)?.search ?? '';

  const close = (acted: boolean) => {
    setAsking(undefined);
    if (acted) void reload();
  };
  return (
    <>
      <Link
        to={`/admin${cameFrom}`}
        className="inline-flex min-h-11 items-center gap-2 text-small font-semibold hover:underline"
      >
        <BackIcon className="size-4.5" />
        {cameFrom ? 'Back to results' : 'All emails'}
      </Link>
      {status === 'loading' ? (
        <>
          <h1 className="mt-2 text-h2">Email</h1>
          <ListSkeleton label="Loading email..." />
        </>
      ) : null}
      {status === 'failed' ? (
        <div className="mt-2" role="alert">
          <h1 className="mb-6 text-h2">Email</h1>
          <EmptyState
            title={isRefusal(fault, 'not_found') ? 'Email not found' : "The email couldn't be loaded"}
            action={
              <>
                <Button onClick={() => void reload()}>Try again</Button>
                <Link to="/admin" className={buttonClass('outline')}>
                  All emails
                </Link>
              </>
            }
          >
            {sentenceOf(fault)}
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
                    to={`/admin?${writeFilter({ ...NO_FILTER, recipient: email.recipient }).toString()}`}
                    className="inked"
                  >
                    {email.recipient}
                    <span className="sr-only">, all emails to this address</span>
                  </Link>
                </span>
              </div>
            </div>
            <div className="flex flex-wrap gap-3">
              <Button disabled={!email.replayable} onClick={() => setAsking('replay')}>
                Replay
              </Button>
              {email.cancelable ? (
                <Button variant="danger" onClick={() => setAsking('cancel')}>
                  Cancel email
                </Button>
              ) : null}
            </div>
          </div>
          <EmailFacts email={email} />
          <EmailAttempts attempts={email.history} />
          <RenderedEmail email={email} />
          {asking === 'replay' ? (
            <ReplayDialog wish={{ kind: 'one', email, correctable: email.correctable }} onClose={close} />
          ) : null}
          {asking === 'cancel' ? <CancelDialog email={email} onClose={close} /> : null}
        </>
      ) : null}
    </>
  );
}
