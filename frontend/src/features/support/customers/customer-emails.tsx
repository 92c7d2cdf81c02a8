import { useInfiniteQuery } from '@tanstack/react-query';
import { errorMessage } from '../../../lib/api/messages';
import { Timestamp } from '../../../ui/data-display/timestamp';
import { Link } from '../../../ui/navigation/link';
import { supportQueries } from '../api/queries';
import { EmailStatusBadge } from '../emails/email-status-badge';

const SHOWN = 5;

/** Emails to a customer's address, newest first, and a link to all. */
export function CustomerEmails({ email }: { email: string }) {
  const { data: emails, error } = useInfiniteQuery(supportQueries.emails({ recipient: email }));
  return (
    <section aria-label="Emails">
      <div className="mt-10 mb-4 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="text-h3">Emails</h2>
        <Link
          to={`/admin?${new URLSearchParams({ recipient: email }).toString()}`}
          className="text-link text-small"
        >
          All emails to this address
        </Link>
      </div>
      {emails && emails.length > 0 ? (
        <ul className="border border-rule bg-card text-small">
          {emails.slice(0, SHOWN).map((item) => (
            <li
              key={item.id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-rule px-4 py-3 last:border-b-0"
            >
              <Link to={`/admin/emails/${item.id}`} className="text-link">
                {item.subject}
              </Link>
              <span className="flex flex-wrap items-center gap-3">
                <EmailStatusBadge email={item} />
                <span className="text-fine text-ink-faint">
                  <Timestamp at={item.createdAt} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-small text-ink-soft">
          {error ? errorMessage(error) : emails ? 'No emails yet.' : 'Loading emails...'}
        </p>
      )}
    </section>
  );
}
