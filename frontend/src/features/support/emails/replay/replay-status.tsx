import { useQuery } from '@tanstack/react-query';
import type { EmailDetail } from '@subscription-site/shared/contracts';
import { errorMessage } from '../../../../lib/api/messages';
import { Timestamp } from '../../../../ui/data-display/timestamp';
import { Callout } from '../../../../ui/feedback/callout';
import { Loading } from '../../../../ui/feedback/loading';
import { Link } from '../../../../ui/navigation/link';
import { supportQueries } from '../../api/queries';

/** Verdict on one resent email, polled until it is sent or fails. `isRepeated`: an earlier request had already resent it. */
export function ReplayStatus({ replayId, isRepeated }: { replayId: string; isRepeated: boolean }) {
  const { data: email, isLoadingError, error } = useQuery(supportQueries.email(replayId));
  return (
    <div className="grid gap-4 text-small" aria-live="polite">
      {email ? <Verdict email={email} /> : null}
      {isLoadingError ? (
        <Callout title="Status unavailable">
          <p>{errorMessage(error)} The email is still being sent.</p>
        </Callout>
      ) : null}
      {email || isLoadingError ? null : <Loading label="Sending..." className="py-2" />}
      {isRepeated ? <p>Someone resent it before you. No second email is sent.</p> : null}
      <p>
        <Link to={`/admin/emails/${replayId}`} className="text-link">
          Open the new email
        </Link>
      </p>
    </div>
  );
}

function Verdict({ email }: { email: EmailDetail }) {
  const recipient = <bdi className="font-semibold wrap-anywhere">{email.recipient}</bdi>;
  switch (email.status) {
    case 'sent':
      return (
        <Callout tone="success" title="Sent">
          <p>
            Accepted by the mail server for {recipient}, <Timestamp at={email.sentAt} />.
          </p>
        </Callout>
      );
    case 'failed':
      return (
        <Callout tone="danger" title="Failed">
          <p>The mail server didn’t accept it for {recipient}:</p>
          <p className="wrap-anywhere">{email.lastError}</p>
        </Callout>
      );
    case 'canceled':
      return (
        <Callout title="Canceled">
          <p>It was canceled before it was sent to {recipient}.</p>
        </Callout>
      );
    default:
      return (
        <Callout tone={email.lastError ? 'marker' : 'plain'} title="Queued">
          {email.lastError ? (
            <>
              <p>Deferred by the mail server for {recipient}:</p>
              <p className="wrap-anywhere">{email.lastError}</p>
              <p>
                Next attempt: <Timestamp at={email.nextAttemptAt} />. You can close this dialog. Retries
                continue automatically.
              </p>
            </>
          ) : (
            <p>Sending to {recipient}...</p>
          )}
        </Callout>
      );
  }
}
