import type { StaffSubscription } from '@subscription-site/shared/contracts';
import { CATALOG } from '@subscription-site/shared/plans';
import { SUBSCRIPTION_STATUS_LABELS } from '../../../content/support-labels';
import { Button } from '../../../ui/buttons/button';
import { Amount } from '../../../ui/data-display/amount';
import { Badge } from '../../../ui/data-display/badge';
import { Timestamp } from '../../../ui/data-display/timestamp';
import { RecordList, RecordRow } from '../components/record-list';

interface Props {
  subscriptions: readonly StaffSubscription[];
  /** Undefined if this person may not end plans. */
  onEnd: ((subscription: StaffSubscription) => void) | undefined;
}

/** Newest first. */
export function CustomerSubscriptions({ subscriptions, onEnd }: Props) {
  return (
    <RecordList label="Plans">
      {subscriptions.map((subscription) => {
        const { id, plan, interval, amountCents, currency, endedAt, providerSubscriptionId } = subscription;
        const name = CATALOG[plan].name;
        return (
          <RecordRow
            key={id}
            title={
              <>
                {name}, <Amount cents={amountCents} currency={currency} /> / {interval}
              </>
            }
            subtitle={<PlanEnd subscription={subscription} />}
            details={<PlanStatus subscription={subscription} />}
            facts={<span className="code">{providerSubscriptionId}</span>}
            action={
              onEnd && !endedAt ? (
                <Button size="small" variant="outline" onClick={() => onEnd(subscription)}>
                  End plan
                  <span className="sr-only"> {name}</span>
                </Button>
              ) : null
            }
          />
        );
      })}
    </RecordList>
  );
}

function PlanEnd({ subscription }: { subscription: StaffSubscription }) {
  const { endedAt, cancelAt, currentPeriodEnd } = subscription;
  return (
    <>
      {endedAt ? 'Ended' : cancelAt ? 'Ends' : 'Period ends'}{' '}
      <Timestamp at={endedAt ?? cancelAt ?? currentPeriodEnd} />
    </>
  );
}

function PlanStatus({ subscription }: { subscription: StaffSubscription }) {
  const { status, disputed, pendingChange, currency } = subscription;
  return (
    <>
      <span className="flex flex-wrap gap-2">
        <Badge tone={status === 'active' ? 'success' : 'plain'}>{SUBSCRIPTION_STATUS_LABELS[status]}</Badge>
        {disputed ? <Badge tone="danger">Disputed</Badge> : null}
      </span>
      {pendingChange ? (
        <p className="text-fine text-ink-soft">
          Changes to {CATALOG[pendingChange.plan].name},{' '}
          <Amount cents={pendingChange.amountCents} currency={currency} /> / {pendingChange.interval},{' '}
          <Timestamp at={pendingChange.effectiveAt} />
        </p>
      ) : null}
    </>
  );
}
