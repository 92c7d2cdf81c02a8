import type { ReactNode } from 'react';
import { formatCents } from '@subscription-site/shared/money';
import {
  LINES,
  MARKED,
  MARKED_CENTS,
  MONTH,
  RENEWALS,
  SPEND,
  TOTAL_CENTS,
} from '../../../../content/demo-workspace';
import { classNames } from '../../../../ui/class-names';
import { Mark } from '../../../../ui/icons/brand-mark';

const SECTIONS = [
  { name: 'Overview' },
  { name: 'Statement', count: LINES.length },
  { name: 'Renewals', count: RENEWALS.length },
  { name: 'Seats' },
  { name: 'Requests', count: 1 },
  { name: 'Export' },
];
const URGENT = RENEWALS.find(({ urgent }) => urgent)!;
const HIGHEST = Math.max(...SPEND.map(({ amountCents }) => amountCents));

/** The application's first screen: key numbers, twelve months of spend, and what needs a decision. */
export function OverviewScreen() {
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture built from text cannot be an img element
      role="img"
      aria-label={`The application’s overview in ${MONTH}: ${formatCents(TOTAL_CENTS)} this month, ${formatCents(MARKED_CENTS)} of it worth a look, ${URGENT.cancelWithinDays} days left to cancel the ${URGENT.name.toLowerCase()}, and three decisions to make.`}
      className="@container w-full forced-color-adjust-none overflow-hidden rounded-card border border-rule-strong bg-card text-left text-small shadow-card"
    >
      <div className="grid @min-[44rem]:grid-cols-[--spacing(44)_1fr]">
        <Sidebar />
        <div className="min-w-0 p-4 @min-[30rem]:p-6">
          <div className="flex items-baseline justify-between gap-4">
            <span className="text-lead font-bold tracking-tight">{MONTH}</span>
            <span className="caption">{LINES.length} subscriptions</span>
          </div>
          <KeyNumbers />
          <div className="mt-5 grid gap-6 @min-[40rem]:grid-cols-[1.1fr_1fr] @min-[40rem]:gap-8">
            <Spend />
            <Decisions />
          </div>
        </div>
      </div>
    </div>
  );
}

function Sidebar() {
  return (
    <div className="hidden border-r border-rule bg-well p-4 @min-[44rem]:block">
      <div className="flex items-center gap-2 pb-4 font-bold tracking-tight">
        <Mark className="size-6" />
        Team of six
      </div>
      {SECTIONS.map(({ name, count }, index) => (
        <div
          key={name}
          className={classNames(
            'flex items-center justify-between rounded-control px-2.5 py-1.5',
            index === 0 ? 'bg-ink font-semibold text-paper' : 'text-ink-soft',
          )}
        >
          {name}
          {count ? <span className="caption">{count}</span> : null}
        </div>
      ))}
    </div>
  );
}

function KeyNumbers() {
  return (
    <div className="mt-4 grid grid-cols-2 gap-px border border-rule bg-rule @min-[30rem]:grid-cols-3">
      <KeyNumber label="This month" value={formatCents(TOTAL_CENTS)} />
      <KeyNumber label="Worth a look" value={<span className="marked">{formatCents(MARKED_CENTS)}</span>} />
      <KeyNumber
        label="Next deadline"
        value={`${URGENT.cancelWithinDays} days`}
        className="hidden @min-[30rem]:block"
      />
    </div>
  );
}

function KeyNumber(props: { label: string; value: ReactNode; className?: string }) {
  return (
    <div className={classNames('min-w-0 bg-card px-3.5 py-3', props.className)}>
      <div className="caption truncate">{props.label}</div>
      <div className="sum mt-1 text-h3">{props.value}</div>
    </div>
  );
}

function Spend() {
  return (
    <div className="flex flex-col">
      <div className="font-semibold">Spend, last 12 months</div>
      <div className="mt-3 flex h-32 items-end gap-1 border-b border-rule-strong @min-[40rem]:h-auto @min-[40rem]:flex-1">
        {SPEND.map(({ month, amountCents }, index) => (
          <span
            key={month}
            className={classNames('flex-1', index === SPEND.length - 1 ? 'bg-marker' : 'bg-ink')}
            style={{ height: `${(amountCents / HIGHEST) * 100}%` }}
          />
        ))}
      </div>
      <div className="caption mt-1.5 flex justify-between">
        <span>{SPEND[0]!.month}</span>
        <span>{SPEND.at(-1)!.month}</span>
      </div>
    </div>
  );
}

function Decisions() {
  return (
    <div>
      <div className="font-semibold">Decide now</div>
      <div className="mt-3 border-t border-rule">
        {MARKED.map((line) => (
          <Decision key={line.name} name={line.name} note={line.note} action="Cancel" />
        ))}
        <Decision name={URGENT.name} note={`renews in ${URGENT.renewsInDays} days`} action="Keep" />
      </div>
    </div>
  );
}

function Decision({ name, note, action }: { name: string; note: string; action: string }) {
  return (
    <div className="flex items-center justify-between gap-3 border-b border-rule py-2.5">
      <span className="min-w-0">
        <span className="block truncate font-semibold">{name}</span>
        <span className="caption block truncate">{note}</span>
      </span>
      <span className="rounded-control border border-rule-strong px-2.5 py-1 text-fine font-semibold">
        {action}
      </span>
    </div>
  );
}
