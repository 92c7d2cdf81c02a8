import { useQuery } from '@tanstack/react-query';
import { EMAIL_STATUSES, type StaffMember } from '@subscription-site/shared/contracts';
import { EMAIL_STATUS_LABELS } from '../../../content/support-labels';
import { usePageTitle } from '../../../lib/browser/use-page-title';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Callout } from '../../../ui/feedback/callout';
import { supportQueries } from '../api/queries';
import { Loaded } from '../components/loaded';
import { QueueTable } from './queue-table';

/** Queue metrics, refreshed while the page is visible. */
export function QueuesScreen({ staff }: { staff: StaffMember }) {
  usePageTitle('Queues');
  const queues = useQuery(supportQueries.queues());
  return (
    <>
      <h1 className="text-h2">Queues</h1>
      <Loaded query={queues} name="queues">
        {(data) => (
          <>
            {data.redis === 'down' ? (
              <Callout tone="danger" title="Redis is unavailable" className="mt-6">
                <p>
                  These numbers come from the database. Nothing is lost. Processing resumes when Redis is
                  available again.
                </p>
              </Callout>
            ) : null}
            <section aria-labelledby="emails-by-status" className="mt-8">
              <h2 id="emails-by-status" className="mb-4 text-h3">
                Emails by status
              </h2>
              <dl className="grid grid-cols-2 gap-px overflow-hidden border border-rule bg-card sm:grid-cols-3 lg:grid-cols-5">
                {EMAIL_STATUSES.map((state) => (
                  <div
                    key={state}
                    className="flex flex-col-reverse px-4 py-4 shadow-[0_0_0_1px_var(--color-rule)]"
                  >
                    <dt className="text-small text-ink-soft">{EMAIL_STATUS_LABELS[state]}</dt>
                    <dd
                      className={`sum text-h2 ${state === 'failed' && data.emails.failed > 0 ? 'text-danger' : ''}`}
                    >
                      {data.emails[state]}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
            <section className="mt-10">
              <h2 className="mb-4 text-h3">Queues</h2>
              {data.queues.length === 0 ? (
                <EmptyState title="No queues" />
              ) : (
                <QueueTable queues={data.queues} mayPause={staff.role === 'admin'} />
              )}
            </section>
          </>
        )}
      </Loaded>
    </>
  );
}
