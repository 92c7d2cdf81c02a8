import { CATALOG, parsePaidPlan } from '@subscription-site/shared/plans';
import { supportMailto } from '../../../lib/browser/external-links';
import { siteConfig } from '../../../lib/config/site-config';
import { FocusedHeading } from '../../../ui/focus/focused-heading';
import { buttonClass } from '../../../ui/buttons/button';
import { Link } from '../../../ui/navigation/link';

/** Tells the buyer their current plan and how to change it. Nothing is charged. */
export function AlreadySubscribedScreen({
  plan,
  interval,
}: {
  plan: string | undefined;
  interval: string | undefined;
}) {
  const known = parsePaidPlan(plan);
  const currentPlan = known ? `the ${CATALOG[known].name} plan` : 'a paid plan';
  const { supportEmail, appUrl } = siteConfig();
  return (
    <div className="mx-auto max-w-prose px-5 py-16 sm:py-24">
      <FocusedHeading level={1} className="text-h2">
        You&apos;re already on {currentPlan}
      </FocusedHeading>
      <p className="mt-4 text-lead text-ink-soft">
        {interval ? `It's billed every ${interval}. ` : ''}You weren&apos;t charged. To switch plans or
        billing periods, email {supportEmail} from your account&apos;s address and we&apos;ll move you over.
        You&apos;ll never pay for two plans at once.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <a href={supportMailto('Change my plan')} className={buttonClass('ink', 'large')}>
          Request a change
        </a>
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
