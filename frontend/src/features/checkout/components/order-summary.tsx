import { CATALOG, MONEY_BACK_DAYS, type CatalogEntry, type PlanPrice } from '@subscription-site/shared/plans';
import { Amount, Price } from '../../../ui/data-display/amount';
import { checkoutPath } from '../../../lib/checkout-path';
import { useIsClient } from '../../../lib/hydration/use-is-client';
import { CheckIcon } from '../../../ui/icons/check-icon';
import { DownIcon } from '../../../ui/icons/down-icon';
import { Link } from '../../../ui/navigation/link';
import { NoBreakHyphens } from '../../../ui/data-display/no-break-hyphens';
import { BillLine, ReceiptCard } from '../../../ui/layout/receipt-card';

/**
 * `open`: not paid yet, the other billing interval is offered. `charged`: the plan is being set up. In the inactive states nothing
 * renews, and the amount paid may differ from the price.
 */
export type OrderStatus = 'open' | 'charged' | keyof typeof INACTIVE;

const INACTIVE = {
  'under-review': 'This plan isn’t active, and nothing renews while we review your payment.',
  refunded: 'This payment was refunded. The plan isn’t active and won’t renew.',
  incomplete: 'This plan isn’t active yet. We received your payment.',
};

/** What is being bought, styled as a bill. */
export function OrderSummary({ planPrice, status }: { planPrice: PlanPrice; status: OrderStatus }) {
  const { name, amountCents, features } = CATALOG[planPrice.plan];
  const open = status === 'open';
  const inactive = status === 'open' || status === 'charged' ? undefined : INACTIVE[status];
  const yearly = planPrice.interval === 'year';
  return (
    <ReceiptCard className="px-6 pt-6 pb-9 sm:px-8">
      <div className="flex items-baseline justify-between border-b-2 border-ink pb-3">
        <h2 className="text-lead font-bold">Order summary</h2>
        <p className="caption">{yearly ? 'Yearly' : 'Monthly'}</p>
      </div>
      <div className="py-3">
        <BillLine
          label={<span className="text-h3 font-bold">{name} plan</span>}
          value={<Amount cents={amountCents[planPrice.interval]} />}
        />
        <p className="text-small text-ink-soft">
          {inactive ? `Price per ${planPrice.interval}` : <Terms amountCents={amountCents} yearly={yearly} />}
        </p>
      </div>
      <Included features={features} />
      {inactive ? (
        <p className="border-t border-rule pt-4 text-small">{inactive}</p>
      ) : (
        <>
          <div className="leader border-t border-rule pt-4 text-lead font-bold">
            <span>Total</span>
            <span className="figure marked">
              <Amount cents={planPrice.amountCents} />
            </span>
          </div>
          <p className="caption mt-4">
            Renews every {planPrice.interval} until you cancel.{' '}
            <NoBreakHyphens>{`${MONEY_BACK_DAYS}-day money-back guarantee, once per customer.`}</NoBreakHyphens>
          </p>
        </>
      )}
      {open ? <OtherInterval planPrice={planPrice} /> : null}
    </ReceiptCard>
  );
}

function Terms({ amountCents, yearly }: Pick<CatalogEntry, 'amountCents'> & { yearly: boolean }) {
  const monthly = <Price cents={amountCents.month} interval="month" />;
  if (!yearly) return <>{monthly}, billed every month</>;
  return (
    <>
      {monthly}, or <Price cents={amountCents.year} interval="year" /> in advance
    </>
  );
}

/** Collapsed where it would push the form off the screen. */
function Included({ features }: { features: readonly string[] }) {
  // Closed in the prerendered page.
  const isWide = useIsClient() && !window.matchMedia?.('(max-width: 47.99rem)').matches;
  return (
    <details open={isWide} className="group border-t border-rule text-small">
      <summary className="flex min-h-11 list-none items-center justify-between font-semibold [&::-webkit-details-marker]:hidden">
        What’s included
        <DownIcon className="size-4.5 transition-[rotate] duration-150 group-open:rotate-180" />
      </summary>
      <ul>
        {features.map((feature) => (
          <li key={feature} className="flex gap-2.5 border-t border-rule py-2">
            <CheckIcon className="mt-0.5 size-4.5" />
            {feature}
          </li>
        ))}
      </ul>
    </details>
  );
}

function OtherInterval({ planPrice }: { planPrice: PlanPrice }) {
  const { amountCents } = CATALOG[planPrice.plan];
  const toYear = planPrice.interval === 'month';
  return (
    <p className="mt-2 -mb-2 text-small">
      <Link
        replace
        to={checkoutPath(planPrice.plan, toYear ? 'year' : 'month')}
        className="text-link inline-flex min-h-11 items-center font-semibold"
      >
        <span>
          Pay <Amount cents={toYear ? amountCents.year : amountCents.month} />
          {toYear ? ' yearly instead' : ' monthly instead'}
        </span>
      </Link>
    </p>
  );
}
