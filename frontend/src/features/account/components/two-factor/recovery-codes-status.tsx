import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ShortDate } from '../../../../ui/data-display/relative-time';
import { Button } from '../../../../ui/buttons/button';
import { ConfirmDialog } from '../../../../ui/dialogs/confirm-dialog';
import { Callout } from '../../../../ui/feedback/callout';
import type { FormError } from '../../../../ui/forms/use-submit';
import { Skeleton } from '../../../../ui/feedback/skeleton';
import { recoveryCodesQuery } from '../../api/queries';
import { LoadError } from '../../../../ui/feedback/load-error';

/** A warning is shown below this many codes. */
const LOW_COUNT = 3;

/** The number of unused recovery codes, and a button to generate new ones. */
export function RecoveryCodesStatus({ generate }: { generate: () => Promise<FormError | undefined> }) {
  const { isPending, data, error, refetch } = useQuery(recoveryCodesQuery);
  const [confirming, setConfirming] = useState(false);
  if (isPending) return <Skeleton className="w-56" />;
  if (!data)
    return (
      <LoadError
        title="Your recovery codes couldn’t be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  const { remaining, created_at: createdAt } = data;
  return (
    <div className="grid justify-items-start gap-3">
      {remaining < LOW_COUNT ? (
        <Callout
          tone="marker"
          title={remaining === 0 ? 'You have no recovery codes' : `${countLabel(remaining)} left`}
        >
          <p>
            Without them, losing your phone could lock you out of your account. Generate new codes and keep
            them safe.
          </p>
        </Callout>
      ) : (
        <p className="text-small">
          <span className="font-semibold">{countLabel(remaining)} left</span>
          {createdAt ? (
            <span className="text-ink-soft">
              , created <ShortDate at={createdAt} />
            </span>
          ) : null}
        </p>
      )}
      <Button variant="outline" size="small" onClick={() => setConfirming(true)}>
        Generate new recovery codes
      </Button>
      {confirming ? (
        <ConfirmDialog
          title="Generate new recovery codes?"
          confirmLabel="Generate codes"
          cancelLabel="Keep current codes"
          action={generate}
          onDone={() => setConfirming(false)}
          onClose={() => setConfirming(false)}
        >
          <p>You’ll get ten new codes. Your old codes will no longer work.</p>
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

function countLabel(count: number): string {
  return `${count} recovery ${count === 1 ? 'code' : 'codes'}`;
}
