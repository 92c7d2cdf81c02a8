import { useState } from 'react';
import { useLoad } from '../../../../lib/use-load';
import { OnDay } from '../../../../ui/ago';
import { Button } from '../../../../ui/button';
import { ConfirmDialog } from '../../../../ui/confirm-dialog';
import { Notice } from '../../../../ui/notice';
import type { Problem } from '../../../../ui/use-submission';
import { Skeleton } from '../../../../ui/waiting';
import { fetchRecoveryCodesLeft } from '../../api/recovery-codes';
import { NotLoaded } from '../not-loaded';

/** Below this, somebody who loses his phone twice is locked out. */
const FEW = 3;

/** How many recovery codes still work, and the way to new ones. */
export function RecoveryCodesLeft({ make }: { make: () => Promise<Problem | undefined> }) {
  const { status, value, fault, reload } = useLoad('recovery codes', fetchRecoveryCodesLeft);
  const [asking, setAsking] = useState(false);
  if (status === 'loading') return <Skeleton className="w-56" />;
  if (status === 'failed')
    return (
      <NotLoaded title="Your recovery codes couldn't be loaded" fault={fault} onRetry={() => void reload()} />
    );
  const { remaining, created_at: madeAt } = value;
  return (
    <div className="grid justify-items-start gap-3">
      {remaining < FEW ? (
        <Notice
          tone="marker"
          title={remaining === 0 ? 'You get no recovery codes' : `${inWords(remaining)} left`}
        >
          <p>
            Without them, losing your phone could lock you out of your account. Generate new codes and keep
            them safe.
          </p>
        </Notice>
      ) : (
        <p className="text-small">
          <span className="font-semibold">{inWords(remaining)} left</span>
          {madeAt ? (
            <span className="text-ink-soft">
              , created <OnDay at={madeAt} />
            </span>
          ) : null}
        </p>
      )}
      <Button variant="outline" size="small" onClick={() => setAsking(true)}>
        Generate new recovery codes
      </Button>
      {asking ? (
        <ConfirmDialog
          title="Generate new recovery codes?"
          press="Generate codes"
          keep="Keep current codes"
          act={make}
          onDone={() => setAsking(false)}
          onClose={() => setAsking(false)}
        >
          <p>You&apos;ll get ten new codes. Your old codes will no longer work.</p>
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

function inWords(count: number): string {
  return `${count} recovery ${count === 1 ? 'code' : 'codes'}`;
}
