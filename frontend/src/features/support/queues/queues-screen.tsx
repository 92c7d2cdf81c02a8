import { EMAIL_STATUSES, type StaffMember } from '@subscription-site/shared/contracts';
import { EMAIL_STATUS_LABELS } from '../../../content/support-labels';
import { usePageTitle } from '../../../lib/browser/use-page-title';
import { useLoad } from '../../../lib/use-load';
import { useInterval } from '../../../lib/use-interval';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Callout } from '../../../ui/feedback/callout';
import { fetchQueues } from '../api/support-api';
import { ListSkeleton } from '../components/list-skeleton';
import { LoadError } from '../components/load-error';
import { QueueTable } from './queue-table';

const REFRESH_EVERY_MS = 5_000;

/** Queue metrics, refreshed while the page is visible. */
export function QueuesScreen({ staff }: { staff: StaffMember }) {
  usePageTitle('Queues');
  const { status, value, error, reload } = useLoad('queues', fetchQueues);
  useInterval(status === 'ready', REFRESH_EVERY_MS, () => void reload());
  return (
    <>
      <h1 className="text-h2">Queues</h1>
      {status === 'loading' ? <ListSkeleton label="Loading queues..." /> : null}
      {status === 'failed' ? (
        <LoadError title="The queues couldn't be loaded" error={error} onRetry={() => void reload()} />
      ) : null}
      {value ? (
        <>
          {value.redis === 'down' ? (
            <Callout tone="danger" title="Redis is unavailable" className="mt-6">
              <p>
                These numbers come from the database. Nothing is lost. Processing resumes when Redis is back.
              </p>
            </Callout>
          ) : null}
          <section aria-labelledby="emails-by-status" className="mt-8">
            <h2 id="emails-by-status" className="mb-4 text-h3">
              Emails by status
            </h2>
            <dl className="grid grid-cols-2 gap-px overflow-hidden border border-rule bg-sheet sm:grid-cols-3 lg:grid-cols-5">
              {EMAIL_STATUSES.map((state) => (
                <div
                  key={state}
                  className="flex flex-col-reverse px-4 py-4 shadow-[0_0_0_1px_var(--color-rule)]"
                >
                  <dt className="text-small text-ink-soft">{EMAIL_STATUS_LABELS[state]}</dt>
                  <dd
                    className={`sum text-h2 ${state === 'failed' && value.emails.failed > 0 ? 'text-danger' : ''}`}
                  >
                    {value.emails[state]}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
          <section className="mt-10">
            <h2 className="mb-4 text-h3">Queues</h2>
            {value.queues.length === 0 ? (
              <EmptyState title="No queues" />
            ) : (
              <QueueTable
                queues={value.queues}
                mayPause={staff.role === 'admin'}
                onChanged={() => void reload()}
              />
            )}
          </section>
        </>
      ) : null}
    </>
  );
}
