import type { ReactNode } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AccountSubscriptionResponse, InvoiceItem } from '@subscription-site/shared/contracts';
import { Amount, Price } from '../../../ui/data-display/amount';
import { BILLING_PATH, billingActionPath, INVOICES_PATH } from '../../../lib/billing-paths';
import type { User } from '../../../lib/session/auth-client';
import { verifiedFactors } from '../../../lib/session/factors';
import { getDisplayName } from '../../../lib/session/user-metadata';
import { buttonClass } from '../../../ui/buttons/button';
import { Badge } from '../../../ui/data-display/badge';
import { ShortDate } from '../../../ui/data-display/relative-time';
import { LoadError } from '../../../ui/feedback/load-error';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { Card } from '../../../ui/layout/card';
import { Link } from '../../../ui/navigation/link';
import { invoicesQuery, useSubscription } from '../api/queries';
import { cardName } from '../../../lib/card-name';
import { hasEnded, planName, type Subscription } from '../subscription';
import { invoiceStatus } from '../../../lib/invoice-status';
import { InvoiceAmount } from './invoices/invoice-amount';
import { DeletionAlert } from './deletion-alert';
import { getBadge } from './plan/current-plan-card';

/** The account at a glance, with links to its pages. */
export function OverviewScreen({ user }: { user: User }) {
  const subscription = useSubscription();
  const invoices = useInfiniteQuery(invoicesQuery);
  const running = getCurrentSubscription(subscription.data);
  const deletionAt = subscription.data?.deletionAt;
  return (
    <>
      <h1 className="text-h2">{getDisplayName(user)}</h1>
      <p className="mt-3 mb-10 text-lead text-ink-soft">{user.email}</p>
      {deletionAt ? <DeletionAlert deletionAt={deletionAt} subscription={running ?? null} /> : null}
      {running?.pastDue && !running.cancelAt && !deletionAt ? <OverdueAlert subscription={running} /> : null}
      <div className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
        <OverviewCard title="Plan" link={<OverviewLink to={BILLING_PATH}>Manage plan</OverviewLink>}>
          {subscription.isPending ? <Lines /> : null}
          {subscription.isLoadingError ? (
            <LoadError
              title="Your plan couldn’t be loaded"
              error={subscription.error}
              onRetry={() => void subscription.refetch()}
            />
          ) : null}
          {subscription.data ? <PlanSummary {...subscription.data} /> : null}
        </OverviewCard>
        <OverviewCard
          title="Latest invoices"
          link={<OverviewLink to={INVOICES_PATH}>View invoices</OverviewLink>}
        >
          {invoices.isPending ? <Lines /> : null}
          {invoices.isLoadingError ? (
            <LoadError
              title="Your invoices couldn’t be loaded"
              error={invoices.error}
              onRetry={() => void invoices.refetch()}
            />
          ) : null}
          {invoices.data ? <InvoiceSummary invoices={invoices.data.slice(0, 3)} /> : null}
        </OverviewCard>
        <OverviewCard
          title="Security"
          link={<OverviewLink to="/account/security">Manage security</OverviewLink>}
        >
          <SecuritySummary user={user} />
        </OverviewCard>
      </div>
    </>
  );
}

function getCurrentSubscription(account: AccountSubscriptionResponse | undefined): Subscription | undefined {
  const subscription = account?.subscription;
  return subscription && !hasEnded(subscription) ? subscription : undefined;
}

function OverdueAlert({ subscription }: { subscription: Subscription }) {
  const { pastDue, currency } = subscription;
  return (
    <div className="mb-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border border-danger bg-danger-wash p-5">
      <p>
        <strong>
          Your payment of <Amount cents={pastDue!.amountDueCents} currency={currency} /> didn’t go through.
        </strong>
        {pastDue!.accessUntil ? (
          <>
            {' '}
            You’ll keep your access at least until <ShortDate at={pastDue!.accessUntil} withTime />.
          </>
        ) : null}
      </p>
      <Link to={billingActionPath('pay')} className={buttonClass('ink')}>
        Fix payment
      </Link>
    </div>
  );
}

function OverviewCard(props: { title: string; link: ReactNode; children: ReactNode }) {
  return (
    <Card className="flex flex-col">
      <h2 className="border-b-2 border-ink pb-2 text-body font-bold">{props.title}</h2>
      <div className="grow py-4">{props.children}</div>
      <p>{props.link}</p>
    </Card>
  );
}

function OverviewLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="text-link inline-flex min-h-11 items-center text-small font-semibold">
      {children}
    </Link>
  );
}

function PlanSummary({ subscription, trial }: AccountSubscriptionResponse) {
  if (!subscription || hasEnded(subscription)) {
    const { status, endsAt } = trial;
    if (subscription) return <p>Your {planName(subscription.plan)} plan has ended.</p>;
    if (status === 'none' || !endsAt) return <p>You don’t have a plan yet.</p>;
    return (
      <p>
        Your free trial {status === 'trialing' ? 'ends' : 'ended'} on{' '}
        <ShortDate at={endsAt} withTime={status === 'trialing'} />.
      </p>
    );
  }
  const { plan, interval, amountCents, currency, cancelAt, nextCharge, paymentMethod, pastDue } =
    subscription;
  const { pendingChange } = subscription;
  const badge = getBadge(subscription);
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-h3 font-bold">{planName(plan)}</span>
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </p>
      <p className="mt-1 text-small text-ink-soft">
        <Price cents={amountCents} currency={currency} interval={interval} />
      </p>
      {pendingChange ? (
        <p className="mt-3 text-small">
          You’ll switch to {planName(pendingChange.plan)}, billed{' '}
          {pendingChange.interval === 'year' ? 'yearly' : 'monthly'}, on{' '}
          <ShortDate at={pendingChange.effectiveAt} />.
        </p>
      ) : null}
      <p className="mt-3 text-small">
        {nextCharge ? (
          <>
            Next charge: <Amount cents={nextCharge.amountCents} currency={currency} /> on{' '}
            <ShortDate at={nextCharge.at} />
          </>
        ) : null}
        {cancelAt && !pastDue ? (
          <>
            Ends on <ShortDate at={cancelAt} withTime />
          </>
        ) : null}
      </p>
      {paymentMethod && nextCharge ? (
        <p className="text-small text-ink-soft">{cardName(paymentMethod)}</p>
      ) : null}
    </>
  );
}

function InvoiceSummary({ invoices }: { invoices: readonly InvoiceItem[] }) {
  if (invoices.length === 0) return <p>No invoices yet.</p>;
  return (
    <ul className="text-small">
      {invoices.map((invoice) => {
        const { label, tone } = invoiceStatus(invoice);
        return (
          <li
            key={invoice.id}
            className="flex flex-wrap items-center gap-x-3 border-b border-rule py-2 last:border-b-0"
          >
            <span className="grow">
              <ShortDate at={invoice.issuedAt} />
            </span>
            <span className="figure font-semibold">
              <InvoiceAmount invoice={invoice} />
              {invoice.status === 'void' ? <span className="sr-only"> not charged</span> : null}
            </span>
            <span className="flex min-w-20 justify-end">
              <Badge tone={tone}>{label}</Badge>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function SecuritySummary({ user }: { user: User }) {
  const factors = verifiedFactors(user).length;
  return (
    <ul className="text-small">
      <li className="flex flex-wrap items-center justify-between gap-x-3 border-b border-rule py-2">
        Email
        <Badge tone={user.email_confirmed_at ? 'success' : 'marker'}>
          {user.email_confirmed_at ? 'Confirmed' : 'Not confirmed'}
        </Badge>
      </li>
      <li className="flex flex-wrap items-center justify-between gap-x-3 py-2">
        Two-factor authentication
        <Badge tone={factors > 0 ? 'success' : 'plain'}>{factors > 0 ? 'On' : 'Off'}</Badge>
      </li>
    </ul>
  );
}

function Lines() {
  return (
    <output className="grid gap-2.5">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-6 w-2/5" />
      <Skeleton className="w-3/5" />
      <Skeleton className="w-1/2" />
    </output>
  );
}
