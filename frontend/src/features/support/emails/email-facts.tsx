import type { ReactNode } from 'react';
import type { EmailDetail } from '@subscription-site/shared/contracts';
import { templateLabel } from '../../../content/support-labels';
import { Link } from '../../../ui/navigation/link';
import { Timestamp } from '../../../ui/data-display/timestamp';

export function EmailFacts({ email }: { email: EmailDetail }) {
  return (
    <dl className="mt-6 grid gap-px overflow-hidden border border-rule bg-sheet sm:grid-cols-2 lg:grid-cols-4">
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
        {email.userId ?? '–'}
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
    </dl>
  );
}

function Fact({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={`px-4 py-3 shadow-[0_0_0_1px_var(--color-rule)] ${wide ? 'sm:col-span-2' : ''}`}>
      <dt className="caption">{name}</dt>
      <dd className="text-small break-all">{children}</dd>
    </div>
  );
}
