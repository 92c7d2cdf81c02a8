import { useLocation } from 'react-router-dom';
import type { EmailListItem } from '@subscription-site/shared/contracts';
import { templateLabel } from '../../../content/support-labels';
import { Link } from '../../../ui/navigation/link';
import { Timestamp } from '../../../ui/data-display/timestamp';
import { EmailStatusBadge } from './email-status-badge';

/** An email in the list. The whole row is a link; the checkbox selects it. */
export function EmailRow(props: {
  email: EmailListItem;
  selected: boolean;
  onSelect: (selected: boolean) => void;
}) {
  const { email, selected, onSelect } = props;
  const { search } = useLocation();
  return (
    <li className="relative grid grid-cols-[2.75rem_1fr] items-start border-b border-rule py-2 pr-4 last:border-b-0 hover:bg-well has-checked:bg-well">
      <label className="relative z-10 grid size-11 place-items-center">
        <input
          type="checkbox"
          checked={selected}
          onChange={(event) => onSelect(event.target.checked)}
          className="size-5 accent-ink"
        />
        <span className="sr-only">
          Select {email.subject} to {email.recipient}
        </span>
      </label>
      <div className="grid gap-x-6 gap-y-1 py-1.5 text-small lg:grid-cols-[1fr_7rem_13rem] lg:items-baseline">
        <div className="min-w-0">
          <Link
            to={`/admin/emails/${email.id}`}
            state={{ search }}
            className="font-semibold after:absolute after:inset-0 hover:underline"
          >
            {email.subject}
          </Link>
          <p className="text-ink-soft">{email.recipient}</p>
          {email.status === 'failed' && email.lastError && !email.replayedById ? (
            <p className="mt-1 line-clamp-2 text-danger">{email.lastError}</p>
          ) : null}
        </div>
        <div className="flex items-center gap-3 lg:block">
          <EmailStatusBadge email={email} />
          <span className="caption lg:mt-1 lg:block">
            {email.attempts} {email.attempts === 1 ? 'attempt' : 'attempts'}
          </span>
        </div>
        <div className="text-fine text-ink-faint lg:text-right">
          <Timestamp at={email.createdAt} />
          <p className="caption">{templateLabel(email.template)}</p>
        </div>
      </div>
    </li>
  );
}
