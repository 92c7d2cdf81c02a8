import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import {
  CALL_TO_ACTION,
  EXTRAS,
  FEATURES,
  HEAD,
  type Feature,
  type ScreenName,
} from '../../../content/features';
import { ILLUSTRATIVE } from '../../../content/illustrative';
import { InboxScreen } from '../../../features/showcase/components/screens/inbox-screen';
import { OverlapScreen } from '../../../features/showcase/components/screens/overlap-screen';
import { RenewalsScreen } from '../../../features/showcase/components/screens/renewals-screen';
import { RequestScreen } from '../../../features/showcase/components/screens/request-screen';
import { SeatsScreen } from '../../../features/showcase/components/screens/seats-screen';
import { SpendScreen } from '../../../features/showcase/components/screens/spend-screen';
import { Badge } from '../../../ui/badge';
import { buttonClass } from '../../../ui/button';
import { MarkerPanel } from '../../../ui/marker-panel';
import { PageHead } from '../../../ui/page-head';
import { StartTrial } from '../../../ui/start-trial';

const SCREENS: Record<ScreenName, ReactNode> = {
  inbox: <InboxScreen />,
  overlap: <OverlapScreen />,
  renewals: <RenewalsScreen />,
  seats: <SeatsScreen />,
  spend: <SpendScreen />,
  request: <RequestScreen />,
};

/** What the product does, each part beside its drawn screen. */
export function Page() {
  return (
    <>
      <PageHead title={HEAD.title} marked={HEAD.marked} lead={HEAD.lead}>
        <StartTrial size="large" />
        <Link to="/pricing" className={buttonClass('outline', 'large')}>
          See the plans
        </Link>
      </PageHead>
      <section aria-label="Features" className="mx-auto max-w-page px-5">
        <ul className="grid gap-5 md:grid-cols-2 lg:gap-6">
          {FEATURES.map((feature) => (
            <FeatureCard key={feature.title} feature={feature} />
          ))}
        </ul>
        <p className="caption mt-4">{ILLUSTRATIVE}</p>
      </section>
      <Extras />
      <MarkerPanel headline={CALL_TO_ACTION.headline} text={CALL_TO_ACTION.text}>
        <StartTrial variant="on-marker" size="large" />
      </MarkerPanel>
    </>
  );
}

function FeatureCard({ feature }: { feature: Feature }) {
  return (
    <li className="flex flex-col rounded-sheet border border-rule bg-sheet">
      <div className="p-6 pb-0 sm:p-8 sm:pb-0">
        <h2 className="text-h3">{feature.title}</h2>
        <p className="mt-2 text-ink-soft">{feature.text}</p>
      </div>
      <div className="mt-auto pt-7">
        <div className="flex min-h-88 items-center border-t border-rule bg-well p-5 sm:p-8">
          {SCREENS[feature.screen]}
        </div>
      </div>
    </li>
  );
}

function Extras() {
  return (
    <section aria-labelledby="extras" className="mx-auto max-w-page px-5 pt-20 sm:pt-28">
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
