import { useState } from 'react';
import { formatCents } from '@subscription-site/shared/money';
import { CATALOG, MONEY_BACK_DAYS, type PlanPrice } from '@subscription-site/shared/plans';
import { CheckIcon, DownIcon } from '../../../ui/icons';
import { Link } from '../../../ui/link';
import { BillLine, Slip } from '../../../ui/slip';

/** What is being bought, styled as a bill. While `open`, the other billing interval is offered. */
export function OrderSummary({ planPrice, open }: { planPrice: PlanPrice; open: boolean }) {
  const { name, amountCents, features } = CATALOG[planPrice.plan];
  const yearly = planPrice.interval === 'year';
  return (
    <Slip className="px-6 pt-6 pb-9 sm:px-8">
      <div className="flex items-baseline justify-between border-b-2 border-ink pb-3">
        <h2 className="text-lead font-bold">Order summary</h2>
        <p className="caption">{yearly ? 'Yearly' : 'Monthly'}</p>
      </div>
      <div className="py-3">
        <BillLine
          label={<span className="text-h3 font-bold">{name} plan</span>}
          figure={formatCents(amountCents[planPrice.interval])}
        />
        <p className="text-small text-ink-soft">
          {formatCents(amountCents.month)} per month
          {yearly ? `, or ${formatCents(amountCents.year)} per year in advance` : ', billed every month'}
        </p>
      </div>
      <Included features={features} />
      <div className="leader border-t border-rule pt-4 text-lead font-bold">
        <span>{open ? 'Due today' : 'Amount'}</span>
        <span className="figure marked">{formatCents(planPrice.amountCents)}</span>
      </div>
      <p className="caption mt-4">
        Renews every {planPrice.interval} until you cancel. {MONEY_BACK_DAYS}-day money-back guarantee.
      </p>
      {open ? <OtherInterval planPrice={planPrice} /> : null}
    </Slip>
  );
}

/** Collapsed where it would push the form off the screen. */
function Included({ features }: { features: readonly string[] }) {
  const [isWide] = useState(() => !window.matchMedia?.('(max-width: 47.99rem)').matches);
  return (
    <details open={isWide} className="group border-t border-rule text-small">
      <summary className="flex min-h-11 list-none items-center justify-between font-semibold [&::-webkit-details-marker]:hidden">
        What&apos;s included
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
  const saved = 12 * amountCents.month - amountCents.year;
  return (
    <p className="mt-2 -mb-2 text-small">
      <Link
        replace
        to={`/checkout?plan=${planPrice.plan}${toYear ? '&interval=year' : ''}`}
        className="text-link inline-flex min-h-11 items-center font-semibold"
      >
        {toYear
          ? `Pay yearly instead and save ${formatCents(saved)}`
          : `Pay ${formatCents(amountCents.month)} monthly instead`}
      </Link>
    </p>
  );
}
