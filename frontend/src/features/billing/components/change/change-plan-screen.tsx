import { useState, type ReactNode } from 'react';
import { BILLING_PATH, billingActionPath } from '../../../../lib/billing-paths';
import { buttonClass } from '../../../../ui/buttons/button';
import { EmptyState } from '../../../../ui/feedback/empty-state';
import { BackIcon } from '../../../../ui/icons/icons';
import { Link } from '../../../../ui/navigation/link';
import { useSubscription } from '../../api/queries';
import { hasEnded, type Subscription } from '../../subscription';
import type { ConfirmedChange } from '../../use-plan-change';
import { DeletionAlert } from '../deletion-alert';
import { BillingError, BillingSkeleton } from '../loading-states';
import { ChangeConfirmed } from './change-confirmed';
import { ChangePlanForm } from './change-plan-form';

/** Choose a plan and interval, review what it costs, and confirm. */
export function ChangePlanScreen() {
  const { isPending, isLoadingError, data, error, refetch } = useSubscription();
  const [confirmed, setConfirmed] = useState<ConfirmedChange>();
  if (confirmed) return <ChangeConfirmed change={confirmed} />;
  return (
    <>
      <p className="-mt-4 mb-2">
        <Link
          to={BILLING_PATH}
          className="inline-flex min-h-11 items-center gap-1.5 text-small font-semibold text-ink-soft hover:text-ink"
        >
          <BackIcon className="size-4" />
          Billing
        </Link>
      </p>
      <h1 className="mb-8 text-h2">Change your plan</h1>
      {isPending ? <BillingSkeleton /> : null}
      {isLoadingError ? <BillingError error={error} onRetry={() => void refetch()} /> : null}
      {data?.deletionAt ? <DeletionAlert {...data} deletionAt={data.deletionAt} /> : null}
      {data && !data.deletionAt ? (
        <ChangePlan subscription={data.subscription} onConfirmed={setConfirmed} />
      ) : null}
    </>
  );
}

function ChangePlan(props: {
  subscription: Subscription | null;
  onConfirmed: (change: ConfirmedChange) => void;
}) {
  const { subscription, onConfirmed } = props;
  if (!subscription || hasEnded(subscription))
    return (
      <NotPossible title="You don’t have a plan to change" path="/pricing" action="Choose a plan">
        Choose a plan to get started.
      </NotPossible>
    );
  if (subscription.pastDue)
    return (
      <NotPossible title="Pay your open invoice first" path={billingActionPath('pay')} action="Fix payment">
        Your last payment didn’t go through. Once the invoice is paid, you can change your plan.
      </NotPossible>
    );
  if (subscription.cancelAt)
    return (
      <NotPossible title="Your plan is set to end" path={BILLING_PATH} action="Go to billing">
        Resume your plan before you change it.
      </NotPossible>
    );
  if (subscription.status !== 'active')
    return (
      <NotPossible title="Your plan can’t be changed right now" path={BILLING_PATH} action="Go to billing">
        Please try again in a few minutes.
      </NotPossible>
    );
  return <ChangePlanForm subscription={subscription} onConfirmed={onConfirmed} />;
}

function NotPossible(props: { title: string; path: string; action: string; children: ReactNode }) {
  return (
    <EmptyState
      title={props.title}
      action={
        <Link to={props.path} className={buttonClass('ink')}>
          {props.action}
        </Link>
      }
    >
      <p>{props.children}</p>
    </EmptyState>
  );
}
