import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { EmailListItem } from '@subscription-site/shared/contracts';
import { Button, buttonClass } from '../../../ui/buttons/button';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Link } from '../../../ui/navigation/link';
import { EmailRow } from './email-row';
import { ListSkeleton } from '../components/list-skeleton';
import { LoadError } from '../components/load-error';
import { LoadMore } from '../components/load-more';

interface Props {
  list: UseInfiniteQueryResult<EmailListItem[]>;
  selected: readonly string[];
  onSelect: (ids: readonly string[]) => void;
  onReplaySelected: () => void;
  onReplayMatching: () => void;
}

/** The list in its loading, error, empty, and content states, with actions on the selection. */
export function EmailResults(props: Props) {
  const { list, selected, onSelect } = props;
  if (list.isPending) return <ListSkeleton label="Loading emails..." />;
  if (!list.data)
    return (
      <LoadError
        title="The emails couldn't be loaded"
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    );
  if (list.data.length === 0)
    return (
      <div className="mt-6">
        <EmptyState
          title="No matching emails"
          action={
            <Link to="/admin" className={buttonClass('outline')}>
              Show all emails
            </Link>
          }
        >
          Try another recipient, status, or date.
        </EmptyState>
      </div>
    );
  const allShown = selected.length === list.data.length;
  return (
    <section aria-label="Results" className="mt-6">
      <div className="top-16 z-20 flex sm:sticky flex-wrap items-center gap-x-4 gap-y-2 border border-b-0 border-rule bg-sheet py-2 pr-4">
        <label className="flex min-h-11 items-center text-small font-medium">
          <span className="grid size-11 place-items-center">
            <input
              type="checkbox"
              checked={allShown}
              onChange={() => onSelect(allShown ? [] : list.data.map((email) => email.id))}
              className="size-5 accent-ink"
            />
          </span>
          Select all shown
        </label>
        <output className="caption mr-auto">
          {selected.length > 0 ? `${selected.length} selected` : `${list.data.length} shown`}
        </output>
        <div className="flex flex-wrap gap-2 max-sm:pl-3">
          <Button size="small" disabled={selected.length === 0} onClick={props.onReplaySelected}>
            Resend selected
          </Button>
          <Button size="small" variant="outline" onClick={props.onReplayMatching}>
            Resend all matching
          </Button>
        </div>
      </div>
      <ul className="border border-rule bg-sheet">
        {list.data.map((email) => (
          <EmailRow
            key={email.id}
            email={email}
            selected={selected.includes(email.id)}
            onSelect={(on) =>
              onSelect(on ? [...selected, email.id] : selected.filter((id) => id !== email.id))
            }
          />
        ))}
      </ul>
      <LoadMore list={list} />
    </section>
  );
}
