import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import type { SmsFilter, SmsListItem, SmsStatus } from '@subscription-site/shared/contracts';
import { SMS_PURPOSE_LABELS, SMS_STATUS_LABELS } from '../../../content/support-labels';
import { usePageTitle } from '../../../lib/browser/use-page-title';
import { Badge, type Tone } from '../../../ui/data-display/badge';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Timestamp } from '../../../ui/data-display/timestamp';
import { supportQueries } from '../api/queries';
import { CountedList } from '../components/counted-list';
import { LoadedList } from '../components/loaded';
import { NoMatches } from '../components/no-matches';
import { validateNumber, readSmsFilter, toSmsFilter } from './sms-filter';
import { SmsFilterForm } from './sms-filter-form';

const TONES: Record<SmsStatus, Tone> = {
  queued: 'plain',
  sent: 'success',
  failed: 'danger',
  canceled: 'plain',
};

/** Text messages of the last 30 days and their delivery status. */
export function SmsScreen() {
  usePageTitle('SMS');
  const [query, setQuery] = useSearchParams();
  const shown = readSmsFilter(query);
  return (
    <>
      <h1 className="text-h2">SMS</h1>
      <p className="mt-3 mb-6 max-w-prose text-small text-ink-soft">
        Text messages from the last 30 days. Codes are never stored and expire after a minute. A customer who
        didn’t get one can request another.
      </p>
      <SmsFilterForm
        key={query.toString()}
        shown={shown}
        onFilter={(next) => setQuery({ ...toSmsFilter(next) })}
      />
      {validateNumber(shown) ? null : <Messages filter={toSmsFilter(shown)} />}
    </>
  );
}

function Messages({ filter }: { filter: SmsFilter }) {
  const list = useInfiniteQuery(supportQueries.sms(filter));
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <LoadedList
      query={list}
      name="messages"
      empty={
        isFiltered ? (
          <NoMatches name="messages" all="/admin/messages">
            Try the start of the number or another status.
          </NoMatches>
        ) : (
          <EmptyState title="No messages in the last 30 days">
            Messages appear here once a code is sent.
          </EmptyState>
        )
      }
    >
      {(messages) => (
        <CountedList label="Text messages" items={messages}>
          {(message) => <Message key={message.id} message={message} />}
        </CountedList>
      )}
    </LoadedList>
  );
}

function Message({ message }: { message: SmsListItem }) {
  const { recipient, purpose, channel, status, createdAt, lastError, providerId } = message;
  const details = lastError ?? providerId;
  return (
    <li className="border-b border-rule px-4 py-3 text-small last:border-b-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="figure font-semibold">+{recipient}</span>
          <Badge tone={TONES[status]}>{SMS_STATUS_LABELS[status]}</Badge>
          <span>
            {SMS_PURPOSE_LABELS[purpose]}
            {channel === 'whatsapp' ? ', via WhatsApp' : null}
          </span>
        </p>
        <span className="text-fine text-ink-faint">
          <Timestamp at={createdAt} />
        </span>
      </div>
      {details ? <p className="mt-1 text-ink-soft">{details}</p> : null}
    </li>
  );
}
