import { useQuery } from '@tanstack/react-query';
import type { EmailDetail, ReplayOutcome } from '@subscription-site/shared/contracts';
import { errorMessage } from '../../../../lib/api/messages';
import { Timestamp } from '../../../../ui/data-display/timestamp';
import { Callout } from '../../../../ui/feedback/callout';
import { Loading } from '../../../../ui/feedback/loading';
import { supportQueries } from '../../api/queries';
import { OutcomeRow } from './outcome-row';

/** Status of one resent email, polled until it is sent or fails. */
export function ReplayStatus(props: { outcome: ReplayOutcome; replayId: string; recipient: string }) {
  const { outcome, replayId, recipient } = props;
  const { data: email, isLoadingError, error } = useQuery(supportQueries.email(replayId));
  return (
    <>
      <ul className="border border-rule text-small">
        <OutcomeRow outcome={outcome} recipient={email?.recipient ?? recipient} replay={email} />
      </ul>
      <div className="mt-4 grid" aria-live="polite">
        {email ? <StatusCallout email={email} /> : null}
        {isLoadingError ? (
          <Callout title="Status unavailable">
            <p>{errorMessage(error)} The email is still being sent.</p>
          </Callout>
        ) : null}
      </div>
    </>
  );
}

function StatusCallout({ email }: { email: EmailDetail }) {
  switch (email.status) {
    case 'sent':
      return (
        <Callout tone="success" title="Accepted by the mail server">
          <p>
            For {email.recipient}, <Timestamp at={email.sentAt} />.
          </p>
        </Callout>
      );
    case 'failed':
      return (
        <Callout tone="danger" title="Failed again">
          <p>{email.lastError}</p>
        </Callout>
      );
    case 'canceled':
      return (
        <Callout title="Canceled">
          <p>It was canceled before it was sent.</p>
        </Callout>
      );
    default:
      return email.lastError ? (
        <Callout tone="marker" title="Deferred by the mail server">
          <p>{email.lastError}</p>
          <p>
            Next attempt: <Timestamp at={email.nextAttemptAt} />. You can close this dialog. Retries continue
            automatically.
          </p>
        </Callout>
      ) : (
        <Loading label="Sending..." className="py-2" />
      );
  }
}
