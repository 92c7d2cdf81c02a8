import { CATALOG, parseInterval, parsePaidPlan, type PlanPrice } from '@subscription-site/shared/plans';
import { BILLING_PATH, changePlanPath } from '../../../lib/billing-paths';
import { siteConfig } from '../../../lib/config/site-config';
import { FocusedHeading } from '../../../ui/focus/focused-heading';
import { buttonClass } from '../../../ui/buttons/button';
import { Link } from '../../../ui/navigation/link';
import type { CurrentPlan } from '../current-plan';

/** Shows buyers their current plan and how to switch to the one they chose. Nothing is charged. */
export function AlreadySubscribedScreen({ plan, interval, wanted }: CurrentPlan & { wanted: PlanPrice }) {
  const known = parsePaidPlan(plan);
  const isSame = known === wanted.plan && parseInterval(interval) === wanted.interval;
  const currentPlan = known ? `the ${CATALOG[known].name} plan` : 'a paid plan';
  const { appUrl } = siteConfig();
  return (
    <div className="mx-auto max-w-prose px-5 py-16 sm:py-24">
      <FocusedHeading level={1} className="text-h2">
        You’re already on {currentPlan}
      </FocusedHeading>
      <p className="mt-4 text-lead text-ink-soft">
        {interval ? `It’s billed every ${interval}. ` : ''}You weren’t charged again. You can switch plans or
        billing periods in your account, where you’ll see what it costs before you confirm. You’ll never pay
        for two plans at once.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Link
          to={isSame ? BILLING_PATH : changePlanPath(wanted.plan, wanted.interval)}
          className={buttonClass('ink', 'large')}
        >
          {isSame ? 'Manage plan' : `Switch to ${CATALOG[wanted.plan].name}, billed ${wanted.interval}ly`}
        </Link>
        <a href={appUrl} target="_blank" rel="noopener" className={buttonClass('outline', 'large')}>
          Open the app
        </a>
        <Link to="/pricing" className={buttonClass('quiet', 'large')}>
          Back to Pricing
        </Link>
      </div>
    </div>
  );
}
