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
      <NotLoaded
        title="Your recovery codes could not be counted"
        fault={fault}
        onRetry={() => void reload()}
      />
    );
  const { remaining, created_at: madeAt } = value;
  return (
    <div className="grid justify-items-start gap-3">
      {remaining < FEW ? (
        <Notice
          tone="marker"
          title={remaining === 0 ? 'You have no recovery codes' : `${inWords(remaining)} left`}
        >
          <p>Without one, losing your phone means losing this account. Make new ones and keep them safe.</p>
        </Notice>
      ) : (
        <p className="text-small">
          <span className="font-semibold">{inWords(remaining)} left</span>
          {madeAt ? (
            <span className="text-ink-soft">
              , made <OnDay at={madeAt} />
            </span>
          ) : null}
        </p>
      )}
      <Button variant="outline" size="small" onClick={() => setAsking(true)}>
        Make new recovery codes
      </Button>
      {asking ? (
        <ConfirmDialog
          title="Make new recovery codes?"
          press="Make new ones"
          keep="Keep the present ones"
          act={make}
          onDone={() => setAsking(false)}
          onClose={() => setAsking(false)}
        >
          <p>You get ten. The ones you have saved before work no more.</p>
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

function inWords(count: number): string {
  return `${count} recovery ${count === 1 ? 'code' : 'codes'}`;
}
