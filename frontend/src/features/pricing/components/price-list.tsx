import { useState } from 'react';
import { DEFAULT_INTERVAL, type BillingInterval } from '@subscription-site/shared/plans';
import { siteConfig } from '../../../lib/config/site-config';
import { SegmentedControl, type Segment } from '../../../ui/forms/segmented-control';
import { planCards } from '../plan-cards';
import { usePlanActions } from '../use-plan-actions';
import { PlanColumn } from './plan-column';

const INTERVALS: readonly Segment<BillingInterval>[] = [
  { key: 'month', label: 'Monthly' },
  { key: 'year', label: 'Yearly' },
];

/** The four plans with a billing interval switch. */
export function PriceList() {
  const [interval, setInterval] = useState<BillingInterval>(DEFAULT_INTERVAL);
  const { busy, choose } = usePlanActions(interval);
  return (
    <>
      <div className="mb-8 flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="noscript:hidden">
          <SegmentedControl
            legend="Billing period"
            choices={INTERVALS}
            chosen={interval}
            onChoose={setInterval}
          />
        </div>
        <p className="text-small text-ink-soft">
          Billed in advance in US dollars. Taxes are added where required by law. Cancel anytime.
        </p>
      </div>
      <div className="grid gap-px overflow-hidden rounded-sheet border border-rule bg-rule shadow-sheet sm:grid-cols-2 xl:grid-cols-4">
        {planCards(interval, siteConfig().planPrices).map((card) => (
          <PlanColumn key={card.key} card={card} busy={busy === card.key} onChoose={() => choose(card.key)} />
        ))}
      </div>
    </>
  );
}
