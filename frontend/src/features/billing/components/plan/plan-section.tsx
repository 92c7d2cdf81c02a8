import type { RefObject } from 'react';
import { changePlanPath } from '../../../../lib/billing-paths';
import { Button, buttonClass } from '../../../../ui/buttons/button';
import { ShortDate } from '../../../../ui/data-display/relative-time';
import { Callout } from '../../../../ui/feedback/callout';
import { toastSuccess } from '../../../../ui/feedback/toast';
import { restoreFocus } from '../../../../ui/focus/restore-focus';
import { catchFormError } from '../../../../ui/forms/catch-form-error';
import { FormErrorAlert } from '../../../../ui/forms/form-error-alert';
import { useSubmit } from '../../../../ui/forms/use-submit';
import { TitledSection } from '../../../../ui/layout/titled-section';
import { Link } from '../../../../ui/navigation/link';
import { resumePlan } from '../../api/billing-api';
import { useReloadBilling } from '../../api/queries';
import { awaitsActivation, dataKeptUntil, endsAtOnce, planName, type Subscription } from '../../subscription';
import { useUndoChange } from '../../use-undo-change';
import { UnconfirmedChange } from '../unconfirmed-change';
import { CurrentPlanCard } from './current-plan-card';

/** The plan, and the change or cancellation that is scheduled. */
export function PlanSection(props: {
  subscription: Subscription;
  deletionAt: string | null;
  headingRef: RefObject<HTMLHeadingElement | null>;
}) {
  const { subscription, deletionAt, headingRef } = props;
  const { plan, interval, status, cancelAt, pendingChange } = subscription;
  const { busy, formError, run } = useSubmit();
  const reload = useReloadBilling();
  const change = useUndoChange(subscription);

  const undo = async () => {
    await change.undo();
    restoreFocus(headingRef.current);
  };
  const resume = async () => {
    const done = await run(() => catchFormError('Couldn’t resume your plan', resumePlan));
    if (done) toastSuccess({ title: 'Plan resumed', description: 'Your plan will continue as before.' });
    await reload();
    restoreFocus(headingRef.current);
  };

  return (
    <TitledSection
      headingRef={headingRef}
      title="Your plan"
      lead="See what you’re paying for and when we’ll charge you next."
    >
      <div className="grid max-w-[36rem] gap-6">
        {cancelAt && endsAtOnce(subscription) ? (
          <Callout tone="marker" title="We’re ending your plan">
            <p>This takes a moment. The open invoice won’t be charged.</p>
          </Callout>
        ) : null}
        {cancelAt && !endsAtOnce(subscription) && !deletionAt ? (
          <Callout tone="marker" title="Your plan is set to end">
            <p>
              You can use {planName(plan)} until <ShortDate at={cancelAt} withTime />. We won’t charge you
              again, and we’ll keep your data until <ShortDate at={dataKeptUntil(cancelAt)} />.
            </p>
            <Button
              variant="ink"
              size="small"
              className="mt-3"
              busyLabel={busy && 'One moment...'}
              onClick={() => void resume()}
            >
              Resume plan
            </Button>
          </Callout>
        ) : null}
        {pendingChange ? (
          <Callout tone="marker" title="A plan change is scheduled">
            <p>
              You’ll switch to {planName(pendingChange.plan)}, billed{' '}
              {pendingChange.interval === 'year' ? 'yearly' : 'monthly'}, on{' '}
              <ShortDate at={pendingChange.effectiveAt} />. Until then, you’ll keep{' '}
              {pendingChange.plan === plan
                ? `${interval === 'year' ? 'yearly' : 'monthly'} billing`
                : planName(plan)}
              .
            </p>
            <Button
              variant="outline"
              size="small"
              className="mt-3"
              busyLabel={change.busy && 'One moment...'}
              onClick={() => void undo()}
            >
              Undo change
            </Button>
          </Callout>
        ) : null}
        {status === 'incomplete' ? (
          <Callout tone="plain" title="We’re setting up your plan">
            <p>This takes a moment. The page updates automatically.</p>
          </Callout>
        ) : null}
        {awaitsActivation(subscription) && !cancelAt ? (
          <Callout tone="plain" title="We’re updating your plan">
            <p>Nothing is overdue. This takes a moment, and the page updates automatically.</p>
          </Callout>
        ) : null}
        {status === 'active' ? <UnconfirmedChange /> : null}
        {status === 'paused' && !cancelAt ? (
          <Callout tone="plain" title="Your plan is paused">
            <p>You aren’t being charged. Contact support to resume your plan.</p>
          </Callout>
        ) : null}
        <FormErrorAlert error={formError ?? change.formError} />
        <CurrentPlanCard subscription={subscription} />
        {status === 'active' && !cancelAt && !deletionAt ? (
          <div>
            <Link to={changePlanPath()} className={buttonClass('ink')}>
              Change plan
            </Link>
          </div>
        ) : null}
      </div>
    </TitledSection>
  );
}
