import { CALL_TO_ACTION, EXTRAS, FEATURES, HEAD, type Feature } from '../../../content/features';
import { ILLUSTRATIVE } from '../../../content/illustrative';
import { FEATURE_SCREENS } from '../../../features/showcase/components/feature-screens';
import { Badge } from '../../../ui/data-display/badge';
import { buttonClass } from '../../../ui/buttons/button';
import { Link } from '../../../ui/navigation/link';
import { CtaPanel } from '../../../ui/layout/cta-panel';
import { PageHeader } from '../../../ui/layout/page-header';
import { StartTrialLink } from '../../../ui/navigation/start-trial-link';

export function Content() {
  return (
    <>
      <PageHeader title={HEAD.title} marked={HEAD.marked} lead={HEAD.lead}>
        <StartTrialLink size="large" />
        <Link to="/pricing" className={buttonClass('outline', 'large')}>
          See the plans
        </Link>
      </PageHeader>
      <section aria-label="Features" className="mx-auto max-w-page px-5">
        <ul className="grid grid-cols-1 gap-5 lg:grid-cols-2 lg:gap-6">
          {FEATURES.map((feature) => (
            <FeatureCard key={feature.title} feature={feature} />
          ))}
        </ul>
        <p className="caption mt-4">{ILLUSTRATIVE}</p>
      </section>
      <Extras />
      <CtaPanel headline={CALL_TO_ACTION.headline} text={CALL_TO_ACTION.text}>
        <StartTrialLink variant="on-marker" size="large" />
      </CtaPanel>
    </>
  );
}

function FeatureCard({ feature }: { feature: Feature }) {
  return (
    <li className="deferred grid grid-cols-1 gap-0 overflow-hidden md:max-lg:grid-cols-[1fr_1.4fr] lg:row-span-2 lg:grid-rows-subgrid rounded-card border border-rule bg-card">
      <div className="p-6 sm:p-8">
        <h2 className="text-h3">{feature.title}</h2>
        <p className="mt-2 text-ink-soft">{feature.text}</p>
      </div>
      <div className="flex items-center lg:items-start border-t border-rule bg-well p-3 sm:px-10 sm:py-9 md:max-lg:border-t-0 md:max-lg:border-l md:max-lg:px-6">
        {FEATURE_SCREENS[feature.screen]}
      </div>
    </li>
  );
}

function Extras() {
  return (
    <section aria-labelledby="extras" className="deferred mx-auto max-w-page px-5 pt-20 sm:pt-28">
      <h2 id="extras" className="text-h2">
        {EXTRAS.headline}
      </h2>
      <ul className="mt-10 grid gap-x-12 sm:grid-cols-2 lg:grid-cols-3">
        {EXTRAS.items.map((extra) => (
          <li key={extra.title} className="border-t-2 border-ink pt-5 pb-10">
            <Badge>{extra.plan}</Badge>
            <h3 className="mt-3 text-h3">{extra.title}</h3>
            <p className="mt-2 text-ink-soft">{extra.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
