import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type {
  StaffMember,
  WebhookFilter,
  WebhookListItem,
  WebhookStatus,
} from '@subscription-site/shared/contracts';
import { WEBHOOK_STATUS_LABELS } from '../../../content/support-labels';
import { usePageTitle } from '../../../lib/browser/use-page-title';
import { Button } from '../../../ui/buttons/button';
import { Badge, type Tone } from '../../../ui/data-display/badge';
import { Timestamp } from '../../../ui/data-display/timestamp';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { supportQueries } from '../api/queries';
import { CountedList } from '../components/counted-list';
import { LoadedList } from '../components/loaded';
import { NoMatches } from '../components/no-matches';
import { ProcessAgainDialog } from './process-again-dialog';
import { readWebhookFilter, toWebhookFilter, validateWebhookFilter } from './webhook-filter';
import { WebhookFilterForm } from './webhook-filter-form';

const TONES: Record<WebhookStatus, Tone> = { received: 'plain', failing: 'danger', handled: 'success' };

/** Events from the payment provider, with the progress of processing them. */
export function WebhooksScreen({ staff }: { staff: StaffMember }) {
  usePageTitle('Webhooks');
  const [query, setQuery] = useSearchParams();
  const shown = readWebhookFilter(query);
  const isValid = Object.keys(validateWebhookFilter(shown)).length === 0;
  return (
    <>
      <h1 className="text-h2">Webhooks</h1>
      <p className="mt-3 mb-6 max-w-prose text-small text-ink-soft">
        Events from the payment provider in the last 120 days. Failing events are retried automatically, at
        least once an hour.
      </p>
      <WebhookFilterForm
        key={query.toString()}
        shown={shown}
        onFilter={(next) => setQuery({ ...toWebhookFilter(next) })}
      />
      {isValid ? <Webhooks filter={toWebhookFilter(shown)} mayReplay={staff.role === 'admin'} /> : null}
    </>
  );
}

function Webhooks({ filter, mayReplay }: { filter: WebhookFilter; mayReplay: boolean }) {
  const list = useInfiniteQuery(supportQueries.webhooks(filter));
  const [chosen, setChosen] = useState<WebhookListItem>();
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <LoadedList
        query={list}
        name="webhooks"
        empty={
          isFiltered ? (
            <NoMatches name="webhooks" all="/admin/webhooks">
              Try another ID, type, or status.
            </NoMatches>
          ) : (
            <EmptyState title="No webhooks in the last 120 days">
              Events appear here once the payment provider sends them.
            </EmptyState>
          )
        }
      >
        {(webhooks) => (
          <CountedList label="Webhooks" items={webhooks}>
            {(webhook) => (
              <Webhook
                key={webhook.id}
                webhook={webhook}
                onReplay={mayReplay && webhook.replayable ? () => setChosen(webhook) : undefined}
              />
            )}
          </CountedList>
        )}
      </LoadedList>
      {chosen ? <ProcessAgainDialog webhook={chosen} onClose={() => setChosen(undefined)} /> : null}
    </>
  );
}

function Webhook({ webhook, onReplay }: { webhook: WebhookListItem; onReplay: (() => void) | undefined }) {
  const { providerEventId, type, objectId, status, receivedAt, handledAt, attempts, lastError } = webhook;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-rule px-4 py-3 text-small last:border-b-0">
      <div className="min-w-0 wrap-anywhere">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="font-semibold">{type}</span>
          <Badge tone={TONES[status]}>{WEBHOOK_STATUS_LABELS[status]}</Badge>
        </p>
        <p className="mt-1 text-ink-soft">
          {objectId} · {providerEventId}
        </p>
        <p className="mt-1 text-fine text-ink-faint">
          Received <Timestamp at={receivedAt} />
          {handledAt ? (
            <>
              {' '}
              · Handled <Timestamp at={handledAt} />
            </>
          ) : null}
          {attempts === null ? null : ` · ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`}
        </p>
        {lastError ? <p className="mt-1 text-danger">{lastError}</p> : null}
      </div>
      {onReplay ? (
        <Button size="small" variant="outline" onClick={onReplay}>
          Process again
          <span className="sr-only"> {providerEventId}</span>
        </Button>
      ) : null}
    </li>
  );
}
