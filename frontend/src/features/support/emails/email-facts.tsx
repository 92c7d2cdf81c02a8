import type { EmailDetail } from '@subscription-site/shared/contracts';
import { templateLabel } from '../../../content/support-labels';
import { Link } from '../../../ui/navigation/link';
import { Fact, Facts } from '../components/facts';
import { Timestamp } from '../../../ui/data-display/timestamp';

export function EmailFacts({ email }: { email: EmailDetail }) {
  return (
    <Facts>
      <Fact name="Template">{templateLabel(email.template)}</Fact>
      <Fact name="Created">
        <Timestamp at={email.createdAt} />
      </Fact>
      <Fact name="Sent">
        <Timestamp at={email.sentAt} />
      </Fact>
      {email.status === 'queued' ? (
        <Fact name="Next attempt">
          <Timestamp at={email.nextAttemptAt} />
        </Fact>
      ) : (
        <Fact name="Failed">
          <Timestamp at={email.failedAt} />
        </Fact>
      )}
      <Fact name="Account" wide>
        {email.userId ? (
          <Link to={`/admin/customers/${email.userId}`} className="text-link">
            {email.userId}
          </Link>
        ) : (
          '–'
        )}
      </Fact>
      <Fact name="Message-ID" wide>
        {email.messageId}
      </Fact>
      {email.replayOfId ? (
        <Fact name="Resent from" wide>
          <Link to={`/admin/emails/${email.replayOfId}`} className="text-link">
            {email.replayOfId}
          </Link>
        </Fact>
      ) : null}
      {email.replayedById ? (
        <Fact name="Resent as" wide>
          <Link to={`/admin/emails/${email.replayedById}`} className="text-link">
            {email.replayedById}
          </Link>
        </Fact>
      ) : null}
      {email.lastError ? (
        <Fact name="Last error" wide>
          <span className="text-danger">{email.lastError}</span>
        </Fact>
      ) : null}
    </Facts>
  );
}
