import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  CANCELLATION_OUTCOMES,
  type CancellationOutcome,
  type CancellationSubmissionFilter,
  type CancellationSubmissionItem,
} from '@subscription-site/shared/contracts';
import { CANCELLATION_KIND_LABELS, CANCELLATION_OUTCOME_LABELS } from '../../../content/support-labels';
import { usePageTitle } from '../../../lib/browser/use-page-title';
import { Badge, type Tone } from '../../../ui/data-display/badge';
import { Timestamp } from '../../../ui/data-display/timestamp';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Field } from '../../../ui/forms/field';
import { Link } from '../../../ui/navigation/link';
import { supportQueries } from '../api/queries';
import { downloadSubmission } from '../api/support-api';
import { CountedList } from '../components/counted-list';
import { DownloadButton } from '../components/download-button';
import { FilterSelect } from '../components/filter-select';
import { LoadedList } from '../components/loaded';
import { NoMatches } from '../components/no-matches';
import { SearchForm } from '../components/search-form';

/** Cancellations and withdrawals submitted without signing in, with their free text. */
export function CancellationsScreen() {
  usePageTitle('Cancellations');
  const [query, setQuery] = useSearchParams();
  const filter = filterIn(query);
  return (
    <>
      <h1 className="text-h2">Cancellations</h1>
      <p className="mt-3 mb-6 max-w-prose text-small text-ink-soft">
        Submitted on the public page without signing in, so we haven’t verified who sent them. If the email
        matches an account with an active plan, the plan is usually set to end automatically; if a payment is
        overdue, the customer has to confirm first. Reply if no plan matched, if they asked for a later date,
        if they gave a reason, or if they haven’t confirmed their refund within 10 days.
      </p>
      <FilterForm
        key={query.toString()}
        shown={filter}
        onFilter={(search, outcome) =>
          setQuery({ ...(search.trim() && { search: search.trim() }), ...(outcome && { outcome }) })
        }
      />
      <Submissions filter={filter} />
    </>
  );
}

const RESULTS = ['waiting', ...CANCELLATION_OUTCOMES] as const;

function filterIn(query: URLSearchParams): CancellationSubmissionFilter {
  const search = query.get('search');
  const result = RESULTS.find((known) => known === query.get('outcome'));
  const filter = result === 'waiting' ? { waiting: 'true' as const } : result && { outcome: result };
  return { ...(search && { search }), ...filter };
}

function FilterForm(props: {
  shown: CancellationSubmissionFilter;
  onFilter: (search: string, outcome: string) => void;
}) {
  const [search, setSearch] = useState(props.shown.search ?? '');
  const [outcome, setOutcome] = useState<string>(
    props.shown.waiting ? 'waiting' : (props.shown.outcome ?? ''),
  );
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    props.onFilter(search, outcome);
  };
  return (
    <SearchForm
      label="Cancellations"
      columns="sm:grid-cols-[2fr_1fr]"
      onSubmit={submit}
      onClear={() => {
        setSearch('');
        setOutcome('');
        props.onFilter('', '');
      }}
    >
      <Field
        label="Email, reference, or customer ID"
        type="search"
        name="search"
        autoComplete="off"
        maxLength={254}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <FilterSelect
        label="Result"
        labels={CANCELLATION_OUTCOME_LABELS}
        value={outcome}
        onChange={(event) => setOutcome(event.target.value)}
      />
    </SearchForm>
  );
}

function Submissions({ filter }: { filter: CancellationSubmissionFilter }) {
  const list = useInfiniteQuery(supportQueries.cancellationSubmissions(filter));
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <LoadedList
      query={list}
      name="cancellations"
      empty={
        isFiltered ? (
          <NoMatches name="cancellations" all="/admin/cancellations">
            Try the start of the email address or another result.
          </NoMatches>
        ) : (
          <EmptyState title="No cancellations yet">
            They appear here once someone uses the public page.
          </EmptyState>
        )
      }
    >
      {(submissions) => (
        <CountedList label="Cancellations" items={submissions}>
          {(submission) => <Submission key={submission.id} submission={submission} />}
        </CountedList>
      )}
    </LoadedList>
  );
}

const TONES: Record<CancellationOutcome, Tone> = {
  scheduled: 'success',
  already_ending: 'success',
  confirmation_needed: 'plain',
  later_date: 'danger',
  no_subscription: 'danger',
  unmatched: 'danger',
};

function Submission({ submission }: { submission: CancellationSubmissionItem }) {
  const { id, reference, kind, name, email, userId, receivedAt, reason } = submission;
  const result = getResult(submission);
  return (
    <li className="border-b border-rule px-4 py-3 text-small last:border-b-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1 wrap-anywhere">
          {userId && email ? (
            <Link to={`/admin/customers/${userId}`} className="text-link font-semibold">
              <bdi>{email}</bdi>
            </Link>
          ) : (
            <span className="font-semibold">{email ?? 'Erased'}</span>
          )}
          <Badge tone={result.tone}>{result.label}</Badge>
          <span>{CANCELLATION_KIND_LABELS[kind]}</span>
          {name ? <bdi className="text-ink-soft">{name}</bdi> : null}
        </p>
        <span className="text-fine text-ink-faint">
          <span className="figure">{reference}</span> · <Timestamp at={receivedAt} />
        </span>
      </div>
      <Details submission={submission} />
      {reason ? (
        <blockquote className="mt-2 border-l-4 border-rule pl-3 whitespace-pre-line">{reason}</blockquote>
      ) : null}
      <p className="mt-2">
        <DownloadButton label="Download" of={reference} download={() => downloadSubmission(id)} />
      </p>
    </li>
  );
}

/** The final result. */
function getResult(submission: CancellationSubmissionItem): { label: string; tone: Tone } {
  const { outcome, waiting, undoneAt, confirmedAt, endedAt } = submission;
  // A refund can still be confirmed after the plan was resumed.
  if (waiting) return { label: CANCELLATION_OUTCOME_LABELS.waiting, tone: 'marker' };
  if (confirmedAt) return { label: 'Confirmed by the customer', tone: 'success' };
  if (undoneAt) return { label: 'Undone by the customer', tone: 'plain' };
  if (endedAt && outcome === 'scheduled') return { label: 'Plan ended', tone: 'success' };
  if (!outcome) return { label: 'Processing', tone: 'plain' };
  return { label: CANCELLATION_OUTCOME_LABELS[outcome], tone: TONES[outcome] };
}

function Details({ submission }: { submission: CancellationSubmissionItem }) {
  const { contract, effective, endsAt, endedAt, refunded, confirmedAt, undoneAt } = submission;
  const facts: [string, string | null][] = [
    ['Contract', contract],
    ['Requested end', effective],
  ];
  const times: [string, string | null][] = [
    ['Plan ends', undoneAt || endedAt ? null : endsAt],
    [refunded ? 'Plan ended with a refund' : 'Plan ended', endedAt],
    ['Confirmed', confirmedAt],
    ['Undone', undoneAt],
  ];
  return (
    <p className="flex flex-wrap gap-x-6 text-ink-soft">
      {facts.map(([label, text]) =>
        text ? (
          <span key={label}>
            {label}: {text}
          </span>
        ) : null,
      )}
      {times.map(([label, at]) =>
        at ? (
          <span key={label}>
            {label} <Timestamp at={at} />
          </span>
        ) : null,
      )}
    </p>
  );
}
