import type { ReactNode } from 'react';
import { ILLUSTRATIVE } from '../../../content/illustrative';
import { CALL_TO_ACTION, HEAD, USE_CASES, type FigureName, type UseCase } from '../../../content/use-cases';
import { AdoptionFigure } from '../../../features/showcase/components/figures/adoption-figure';
import { JourneyFigure } from '../../../features/showcase/components/figures/journey-figure';
import { RetentionFigure } from '../../../features/showcase/components/figures/retention-figure';
import { OutagesFigure } from '../../../features/showcase/components/figures/outages-figure';
import { PerPersonFigure } from '../../../features/showcase/components/figures/per-person-figure';
import { ShareFigure } from '../../../features/showcase/components/figures/share-figure';
import { siteConfig } from '../../../lib/config/site-config';
import { AppLink } from '../../../ui/navigation/app-link';
import { CheckIcon } from '../../../ui/icons/check-icon';
import { CtaPanel } from '../../../ui/layout/cta-panel';
import { PageHeader } from '../../../ui/layout/page-header';

const FIGURES: Record<FigureName, ReactNode> = {
  share: <ShareFigure />,
  journey: <JourneyFigure />,
  'per-person': <PerPersonFigure />,
  adoption: <AdoptionFigure />,
  outages: <OutagesFigure />,
  retention: <RetentionFigure />,
};

export function Content() {
  const { appUrl } = siteConfig();
  return (
    <>
      <PageHeader title={HEAD.title} marked={HEAD.marked} lead={HEAD.lead} />
      <section aria-label="Use cases" className="mx-auto max-w-page px-5">
        <ul className="grid grid-cols-1 gap-5 md:grid-cols-2 lg:grid-cols-3 lg:gap-6">
          {USE_CASES.map((scenario) => (
            <UseCaseCard key={scenario.title} scenario={scenario} />
          ))}
        </ul>
        <p className="caption mt-4">{ILLUSTRATIVE}</p>
      </section>
      <CtaPanel headline={CALL_TO_ACTION.headline} text={CALL_TO_ACTION.text}>
        <AppLink href={appUrl} variant="on-marker" size="large">
          Get Started
        </AppLink>
      </CtaPanel>
    </>
  );
}

function UseCaseCard({ scenario }: { scenario: UseCase }) {
  return (
    <li className="deferred row-span-3 grid grid-cols-1 grid-rows-subgrid gap-0 overflow-hidden rounded-card border border-rule bg-card">
      {FIGURES[scenario.figure]}
      <div className="px-6 pt-6 sm:px-7 sm:pt-7">
        <h2 className="text-h3">{scenario.title}</h2>
        <p className="mt-2 text-ink-soft">{scenario.text}</p>
      </div>
      <ul className="px-6 pt-6 pb-4 text-small sm:px-7">
        {scenario.benefits.map((benefit) => (
          <li key={benefit} className="flex gap-2.5 border-t border-rule py-2.5">
            <CheckIcon className="mt-0.5 size-4.5" />
            {benefit}
          </li>
        ))}
      </ul>
    </li>
  );
}
