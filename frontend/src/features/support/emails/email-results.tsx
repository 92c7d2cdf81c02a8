import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { EmailListItem } from '@subscription-site/shared/contracts';
import { Button } from '../../../ui/buttons/button';
import { EmailRow } from './email-row';
import { LoadedList } from '../components/loaded';
import { NoMatches } from '../components/no-matches';

interface Props {
  list: UseInfiniteQueryResult<EmailListItem[]>;
  /** Without a filter, all matching emails would be all emails. */
  isFiltered: boolean;
  selected: readonly string[];
  onSelect: (ids: readonly string[]) => void;
  onReplaySelected: () => void;
  onReplayMatching: () => void;
}

/** The emails, with actions on the selection. */
export function EmailResults(props: Props) {
  return (
    <LoadedList
      query={props.list}
      name="emails"
      empty={
        <NoMatches name="emails" all="/admin">
          Try another recipient, status, or date.
        </NoMatches>
      }
    >
      {(emails) => <Results {...props} emails={emails} />}
    </LoadedList>
  );
}

function Results(props: Props & { emails: readonly EmailListItem[] }) {
  const { emails, isFiltered, selected, onSelect } = props;
  const allShown = selected.length === emails.length;
  return (
    <section aria-label="Results">
      <div className="top-14 z-20 flex sm:sticky flex-wrap items-center gap-x-4 gap-y-2 border border-b-0 border-rule bg-card py-2 pr-4">
        <label className="flex min-h-11 items-center text-small font-medium">
          <span className="grid size-11 place-items-center">
            <input
              type="checkbox"
              checked={allShown}
              onChange={() => onSelect(allShown ? [] : emails.map((email) => email.id))}
              className="size-5 accent-ink"
            />
          </span>
          Select all shown
        </label>
        <output className="caption mr-auto">
          {selected.length > 0 ? `${selected.length} selected` : `${emails.length} shown`}
        </output>
        <div className="flex flex-wrap gap-2 max-sm:pl-3">
          <Button size="small" disabled={selected.length === 0} onClick={props.onReplaySelected}>
            Resend selected
          </Button>
          <Button
            size="small"
            variant="outline"
            disabled={!isFiltered}
            aria-describedby={isFiltered ? undefined : 'filter-needed'}
            onClick={props.onReplayMatching}
          >
            Resend all matching
          </Button>
        </div>
        {isFiltered ? null : (
          <p id="filter-needed" className="w-full text-fine text-ink-soft pl-3 sm:text-right">
            To resend all matching emails, filter the list first.
          </p>
        )}
      </div>
      <ul className="border border-rule bg-card">
        {emails.map((email) => (
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
    </section>
  );
}
