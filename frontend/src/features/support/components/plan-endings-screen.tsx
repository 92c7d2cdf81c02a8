import { useState } from 'react';
import type { FailedPlanEnding } from '@subscription-site/shared/contracts';
import { sentenceOf } from '../../../lib/api/messages';
import { useScreenTitle } from '../../../lib/browser/screen-title';
import { useLoad } from '../../../lib/use-load';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { Moment } from '../../../ui/moment';
import { Table } from '../../../ui/table';
import { toastError, toastSuccess } from '../../../ui/toast';
import { fetchFailedPlanEndings, replayPlanEnding } from '../api/support-api';
import { ListSkeleton } from './list-skeleton';
import { LoadFailed } from './load-failed';

const COLUMNS = ['Account', 'Deleted', 'Failed', 'Provider error', 'Action'];

/** Accounts that are gone while the payment provider may go on charging for them. */
export function PlanEndingsScreen() {
  useScreenTitle('Failed cancellations');
  const { status, value, fault, reload } = useLoad('plan-endings', fetchFailedPlanEndings);
  return (
    <>
      <h1 className="text-h2">Failed cancellations</h1>
      <p className="mt-3 mb-6 max-w-prose text-small text-ink-soft">
        Deleted accounts whose subscription couldn&apos;t be canceled at the payment provider. Fix the cause
        and try again. Subscriptions you cancel at the provider yourself are detected.
      </p>
      {status === 'loading' ? <ListSkeleton label="Loading failed cancellations..." /> : null}
      {status === 'failed' ? (
        <LoadFailed
          title="The failed cancellations couldn't be loaded"
          fault={fault}
          onRetry={() => void reload()}
        />
      ) : null}
      {value && value.items.length === 0 ? (
        <EmptyState title="No failed cancellations">Nothing to do here.</EmptyState>
      ) : null}
      {value && value.items.length > 0 ? (
        <Table caption="Failed cancellations" columns={COLUMNS}>
          {value.items.map((ending) => (
            <EndingRow key={ending.accountId} ending={ending} onReplayed={() => void reload()} />
          ))}
        </Table>
      ) : null}
    </>
  );
}

function EndingRow({ ending, onReplayed }: { ending: FailedPlanEnding; onReplayed: () => void }) {
  const { accountId, deletedAt, failedAt, reason } = ending;
  const [busy, setBusy] = useState(false);
  const tryAgain = async () => {
    setBusy(true);
    try {
      await replayPlanEnding(accountId);
      toastSuccess({ title: 'Retry scheduled', description: 'It reappears in this list if it fails again.' });
    } catch (thrown) {
      toastError({ title: 'Retry failed', description: sentenceOf(thrown) });
    }
    setBusy(false);
    onReplayed();
  };
  return (
    <tr>
      <td className="figure">{accountId}</td>
      <td>
        <Moment at={deletedAt} />
      </td>
      <td>
        <Moment at={failedAt} />
      </td>
      <td className="min-w-60 wrap-anywhere">{reason}</td>
      <td>
        <Button
          size="small"
          variant="outline"
          busyLabel={busy && 'One moment...'}
          onClick={() => void tryAgain()}
        >
          Try again
          <span className="sr-only"> for account {accountId}</span>
        </Button>
      </td>
    </tr>
  );
}
