import { useQuery } from '@tanstack/react-query';
import type { SubscriptionMismatch } from '@subscription-site/shared/contracts';
import { MISMATCH_LABELS, MISMATCH_TEXTS } from '../../../content/support-labels';
import { usePageTitle } from '../../../lib/browser/use-page-title';
import { Badge } from '../../../ui/data-display/badge';
import { Timestamp } from '../../../ui/data-display/timestamp';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Link } from '../../../ui/navigation/link';
import { supportQueries } from '../api/queries';
import { LoadedList } from '../components/loaded';
import { RecordList, RecordRow } from '../components/record-list';

/** Subscriptions at the payment provider that reconciliation could not match with ours. */
export function MismatchesScreen() {
  usePageTitle('Mismatches');
  const mismatches = useQuery(supportQueries.mismatches());
  return (
    <>
      <h1 className="text-h2">Mismatches</h1>
      <p className="mt-3 mb-6 max-w-prose text-small text-ink-soft">
        Subscriptions at the payment provider that don’t match ours. Other differences are corrected
        automatically; these need your decision. Once you fix one at the provider, it disappears from this
        list within a day.
      </p>
      <LoadedList
        query={mismatches}
        name="mismatches"
        empty={<EmptyState title="No mismatches">Nothing to do here.</EmptyState>}
      >
        {(items) => (
          <RecordList label="Mismatches">
            {items.map((mismatch) => (
              <MismatchRow key={mismatch.providerSubscriptionId} mismatch={mismatch} />
            ))}
          </RecordList>
        )}
      </LoadedList>
    </>
  );
}

function MismatchRow({ mismatch }: { mismatch: SubscriptionMismatch }) {
  const { providerSubscriptionId, kind, userId, foundAt } = mismatch;
  return (
    <RecordRow
      title={providerSubscriptionId}
      subtitle={<Badge tone="danger">{MISMATCH_LABELS[kind]}</Badge>}
      details={MISMATCH_TEXTS[kind]}
      facts={
        <>
          Found <Timestamp at={foundAt} />
        </>
      }
      action={
        userId ? (
          <Link to={`/admin/customers/${userId}`} className="text-link">
            View customer
            <span className="sr-only"> of {providerSubscriptionId}</span>
          </Link>
        ) : null
      }
    />
  );
}
