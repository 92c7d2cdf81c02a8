import { useEffect, useState } from 'react';
import { DEFAULT_INTERVAL, parseInterval, type BillingInterval } from '@subscription-site/shared/plans';
import { siteConfig } from '../../../lib/config/site-config';
import { useIsClient } from '../../../lib/hydration/use-is-client';
import { SegmentedControl, type Segment } from '../../../ui/forms/segmented-control';
import type { CustomizeCard } from '../customer-cards';
import { planCards } from '../plan-cards';
import { usePlanActions } from '../use-plan-actions';
import { PlanColumn } from './plan-column';

const INTERVALS: readonly Segment<BillingInterval>[] = [
  { key: 'month', label: 'Monthly' },
  { key: 'year', label: 'Yearly' },
];

/** The four plans with a billing interval switch. */
export function PriceList() {
  const [interval, chooseInterval] = useInterval();
  const { user, busy, choose } = usePlanActions(interval);
  const [customize, setCustomize] = useState<CustomizeCard>();
  useEffect(() => {
    if (user)
      import('../customer-cards')
        .then(({ loadCustomerCards }) => loadCustomerCards(setCustomize))
        .catch(() => undefined);
  }, [user]);
  const cards = planCards(interval, siteConfig().planPrices);
  return (
    <>
      <div className="mb-8 flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="noscript:hidden">
          <SegmentedControl
            legend="Billing period"
            choices={INTERVALS}
            chosen={interval}
            onChoose={chooseInterval}
          />
        </div>
        <p className="text-small text-ink-soft">Billed in advance in US dollars. Cancel anytime.</p>
      </div>
      <div className="grid gap-px overflow-hidden rounded-card border border-rule bg-rule shadow-card sm:grid-cols-2 xl:grid-cols-4">
        {cards
          .map((card) => (user && customize ? customize(card, interval) : card))
          .map((card) => (
            <PlanColumn
              key={card.key}
              card={card}
              busy={busy === card.key}
              onChoose={() => choose(card.key, card.customerPath)}
            />
          ))}
      </div>
    </>
  );
}

/** The billing interval is part of the URL, so it survives a reload and going back. */
function useInterval(): [BillingInterval, (interval: BillingInterval) => void] {
  const [chosen, setChosen] = useState<BillingInterval>();
  // The prerendered page shows the default.
  const isClient = useIsClient();
  const requested = isClient ? new URLSearchParams(location.search).get('interval') : null;
  const interval = chosen ?? parseInterval(requested) ?? DEFAULT_INTERVAL;
  const choose = (next: BillingInterval) => {
    setChosen(next);
    history.replaceState(history.state, '', `?interval=${next}${location.hash}`);
  };
  return [interval, choose];
}
