import { lazy, Suspense, useEffect, useRef, useState, type RefObject } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { AccountSubscriptionResponse } from '@subscription-site/shared/contracts';
import { getPaymentFailure } from '@subscription-site/shared/payment-failures';
import { parseInterval, parsePaidPlan } from '@subscription-site/shared/plans';
import { changePlanPath, type BillingAction } from '../../../lib/billing-paths';
import { loadChunk } from '../../../lib/hydration/load-chunk';
import type { User } from '../../../lib/session/auth-client';
import { Callout } from '../../../ui/feedback/callout';
import { Loading } from '../../../ui/feedback/loading';
import { restoreFocus } from '../../../ui/focus/restore-focus';
import { useSubscription } from '../api/queries';
import { hasEnded, isTransitioning } from '../subscription';
import { CardsSection } from './cards/cards-section';
import { DeletionAlert } from './deletion-alert';
import { BillingError, BillingSkeleton } from './loading-states';
import type { PastDue } from './past-due-alert';
import { EndSection } from './plan/end-section';
import { NoPlan } from './plan/no-plan';
import { PlanSection } from './plan/plan-section';

const PastDueAlert = lazy(async () => ({
  default: (await loadChunk(() => import('./past-due-alert'))).PastDueAlert,
}));
const SurveyDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./plan/survey-dialog'))).SurveyDialog,
}));

/**
 * Plan, payment methods and cancellation. `?do=card` opens the form for a new card and, with `plan` and `interval`, returns to that plan
 * change. `?do=pay` moves the focus to the overdue payment.
 */
export function BillingScreen({ user }: { user: User }) {
  const { isPending, isLoadingError, data, error, refetch } = useSubscription();
  const [isAskingWhy, setIsAskingWhy] = useState(false);
  const plan = useRef<HTMLHeadingElement>(null);
  const endSurvey = () => {
    setIsAskingWhy(false);
    restoreFocus(plan.current, { show: true });
  };
  return (
    <>
      <h1 className="mb-10 text-h2">Billing</h1>
      {isPending ? <BillingSkeleton /> : null}
      {isLoadingError ? <BillingError error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <Billing user={user} account={data} planHeading={plan} onCanceled={() => setIsAskingWhy(true)} />
      ) : null}
      {isAskingWhy ? (
        <Suspense>
          <SurveyDialog subscription={data?.subscription} onClose={endSurvey} />
        </Suspense>
      ) : null}
    </>
  );
}

function Billing(props: {
  user: User;
  account: AccountSubscriptionResponse;
  planHeading: RefObject<HTMLHeadingElement | null>;
  onCanceled: () => void;
}) {
  const { user, account, planHeading, onCanceled } = props;
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const [action] = useState(() => parseAction(query.get('do')));
  const { subscription, deletionAt } = account;
  const running = subscription !== null && !hasEnded(subscription);
  const pastDue = running && !isTransitioning(subscription) ? subscription.pastDue : null;
  const [wasPastDue] = useState(pastDue !== null);
  const [isAskingForCard, setIsAskingForCard] = useState(
    () => pastDue !== null && needsCard(pastDue, action),
  );
  const [changePath] = useState(() =>
    action === 'card' && !wasPastDue ? parseChangePath(query) : undefined,
  );
  const { pathname } = useLocation();
  /** Does nothing if the customer has gone to another page meanwhile. */
  const finishAction = (nextPath?: string) => {
    if (window.location.pathname !== pathname) return;
    if (nextPath) void navigate(nextPath, { replace: true });
    else setQuery({}, { replace: true });
  };
  const state = `${running} ${pastDue !== null}`;
  const shown = useRef(state);
  // A plan that has ended and a paid invoice remove the control that had the focus.
  useEffect(() => {
    if (shown.current !== state) restoreFocus(planHeading.current, { show: true });
    shown.current = state;
  }, [planHeading, state]);
  return (
    <>
      {deletionAt ? <DeletionAlert deletionAt={deletionAt} subscription={subscription} /> : null}
      {pastDue && !deletionAt ? (
        <Suspense fallback={<Loading label="Loading your overdue payment..." className="min-h-40" />}>
          <PastDueAlert
            subscription={subscription!}
            pastDue={pastDue}
            user={user}
            action={action}
            isAskingForCard={isAskingForCard}
            askForCard={() => setIsAskingForCard(true)}
            onPaid={() => {
              setIsAskingForCard(false);
              finishAction();
            }}
          />
        </Suspense>
      ) : null}
      {action === 'pay' && !wasPastDue ? (
        <Callout tone="success" title="There’s nothing to pay" className="mb-9">
          <p>You have no overdue payments.</p>
        </Callout>
      ) : null}
      {running ? (
        <PlanSection subscription={subscription} deletionAt={deletionAt} headingRef={planHeading} />
      ) : null}
      {running || deletionAt ? null : <NoPlan {...account} headingRef={planHeading} />}
      {subscription ? (
        <div className={running ? undefined : 'mt-10'}>
          <CardsSection
            user={user}
            running={running}
            ending={subscription.cancelAt !== null}
            initiallyAdding={running && action === 'card' && !wasPastDue}
            isForChange={changePath !== undefined}
            onAddingDone={() => finishAction(changePath)}
            overdue={pastDue ? { isAskingForCard, askForCard: () => setIsAskingForCard(true) } : undefined}
          />
        </div>
      ) : null}
      {subscription && !isTransitioning(subscription) ? (
        <EndSection subscription={subscription} deletionAt={deletionAt} onCanceled={onCanceled} />
      ) : null}
    </>
  );
}

/** The plan change to return to after choosing a card. Built from parsed values, so it can't lead to another site. */
function parseChangePath(query: URLSearchParams): string | undefined {
  const [plan, interval] = [parsePaidPlan(query.get('plan')), parseInterval(query.get('interval'))];
  return plan && interval ? changePlanPath(plan, interval) : undefined;
}

/** Whether the link that opened the page asks for a new card. */
function needsCard({ reason }: PastDue, action: BillingAction | undefined): boolean {
  return action === 'card' || (action === 'pay' && getPaymentFailure(reason).final);
}

function parseAction(text: string | null): BillingAction | undefined {
  return text === 'card' || text === 'pay' ? text : undefined;
}
