import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { CATALOG } from '@subscription-site/shared/plans';
import { Amount } from '../../../ui/data-display/amount';
import { openApp } from '../../../lib/browser/external-links';
import { BILLING_PATH, INVOICES_PATH } from '../../../lib/billing-paths';
import { siteConfig } from '../../../lib/config/site-config';
import { useAuth } from '../../../lib/session/auth-context';
import { useCountdown } from '../../../lib/use-countdown';
import { Button, buttonClass } from '../../../ui/buttons/button';
import { toastSuccess } from '../../../ui/feedback/toast';
import { restoreFocus } from '../../../ui/focus/restore-focus';
import { OutwardIcon } from '../../../ui/icons/icons';
import { Link } from '../../../ui/navigation/link';
import { BillLine, ReceiptCard } from '../../../ui/layout/receipt-card';
import type { Purchase } from '../purchase';
import { CHECKOUT_COLUMNS } from './checkout-layout';
import { WelcomeEmailCallout } from './welcome-email-callout';

const COUNTDOWN_SECONDS = 5;

const NEXT_STEPS = [
  { title: 'Open the dashboard', text: 'Your plan is already active.' },
  {
    title: 'Connect an email account',
    text: 'We’ll detect your subscriptions automatically from the receipts in it.',
  },
  { title: 'Invite your team', text: 'Give every tool an owner.' },
];

/** Confirmation with receipt, next steps, and a way into the application. */
export function PaidScreen({ purchase }: { purchase: Purchase }) {
  const { user, loading } = useAuth();
  useAnnouncement(purchase);
  return (
    <div className="mx-auto max-w-page px-5 pt-10 sm:pt-16">
      <h1 className="text-h1">
        Welcome to <span className="marked">{siteConfig().productName}</span>
      </h1>
      <div className={CHECKOUT_COLUMNS}>
        <div>
          <WelcomeEmailCallout email={purchase.user.email} />
          {user ? (
            <p className="mt-3">
              Your renewal date and cards are under{' '}
              <Link to={BILLING_PATH} className="text-link">
                Billing
              </Link>{' '}
              in your account, and your invoices under{' '}
              <Link to={INVOICES_PATH} className="text-link">
                Invoices
              </Link>
              .
            </p>
          ) : null}
          {user || loading ? null : (
            <p className="mt-3">
              <Link
                to="/auth"
                state={{ email: purchase.user.email, returnTo: BILLING_PATH }}
                className="text-link"
              >
                Sign in
              </Link>{' '}
              to resend the email, correct its address, or manage your account.
            </p>
          )}
          <OpenAppCountdown purchase={purchase} />
          <h2 className="mt-14 text-h3">Next steps</h2>
          <ol className="mt-5 grid max-w-prose gap-5">
            {NEXT_STEPS.map((step, index) => (
              <li key={step.title} className="flex gap-4 border-t border-rule pt-4">
                <span className="figure font-bold">{index + 1}</span>
                <span>
                  <span className="block font-semibold">{step.title}</span>
                  <span className="text-small text-ink-soft">{step.text}</span>
                </span>
              </li>
            ))}
          </ol>
        </div>
        <Receipt purchase={purchase} />
      </div>
    </div>
  );
}

/** Shows the toast about the payment together with this page; once, also if the page is reloaded. */
function useAnnouncement({ announcement }: Purchase) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const announce = useEffectEvent(() => {
    if (!announcement) return;
    toastSuccess({ title: 'Payment Successful! 🎉', description: announcement });
    void navigate('.', { replace: true, state: { ...(state as object), announcement: undefined } });
  });
  useEffect(() => announce(), []);
}

type OpenState = 'not yet' | 'opened' | 'blocked';

const OPEN_MESSAGES: Record<OpenState, string> = {
  'not yet': '',
  opened: 'The app opened in a new tab.',
  blocked: 'Your browser blocked the new tab. Click Open Now to go to the app.',
};

/** Opens the application after a countdown that can be stopped. */
function OpenAppCountdown({ purchase }: { purchase: Purchase }) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [openState, setOpenState] = useState<OpenState>('not yet');
  const open = () => {
    const opened = openApp();
    setOpenState(opened ? 'opened' : 'blocked');
    if (opened) void navigate('.', { replace: true, state: { ...(state as object), opened: true } });
  };
  const { secondsLeft, running, stop } = useCountdown(COUNTDOWN_SECONDS, !purchase.opened, open);
  const openButton = useRef<HTMLButtonElement>(null);
  const stopped = !running && openState === 'not yet' && !purchase.opened;
  return (
    <div className="mt-9">
      <div className="flex flex-wrap gap-3">
        <Button
          ref={openButton}
          data-uncovered=""
          variant="marker"
          size="large"
          onClick={() => {
            stop();
            open();
          }}
        >
          Open Now
          <OutwardIcon className="size-4.5" />
        </Button>
        <Link to="/" className={buttonClass('outline', 'large')}>
          Back to Home
        </Link>
      </div>
      {running ? (
        <p
          data-uncovered=""
          className="mt-5 flex min-h-9 flex-wrap items-center gap-x-3 text-small text-ink-soft"
        >
          <span aria-hidden="true">
            The app opens in a new tab in <span className="figure font-bold text-ink">{secondsLeft}</span>{' '}
            {secondsLeft === 1 ? 'second' : 'seconds'}.
          </span>
          <Button
            variant="quiet"
            size="small"
            className="max-sm:-ml-3"
            onClick={() => {
              stop();
              restoreFocus(openButton.current);
            }}
          >
            Stop the countdown
          </Button>
        </p>
      ) : null}
      <output className={running ? 'sr-only' : 'mt-5 block min-h-9 text-small'}>
        {running
          ? 'The app opens in a new tab in 5 seconds, unless you stop the countdown.'
          : stopped
            ? 'The countdown has stopped. Click Open Now when you’re ready.'
            : OPEN_MESSAGES[openState]}
      </output>
    </div>
  );
}

function Receipt({ purchase: { plan, subscription } }: { purchase: Purchase }) {
  const interval = subscription?.interval;
  return (
    <div className="md:order-first">
      <ReceiptCard className="px-6 pt-6 pb-10 sm:px-8">
        <div className="flex flex-wrap items-center justify-between border-b-2 border-ink pb-3">
          <h2 className="text-lead font-bold">Order summary</h2>
          <span className="stamp -my-1 text-success">PAID</span>
        </div>
        <div className="py-3">
          {plan ? <BillLine label="Plan" value={CATALOG[plan].name} /> : null}
          {interval ? <BillLine label="Billed" value={interval === 'year' ? 'Yearly' : 'Monthly'} /> : null}
          {subscription ? (
            <BillLine label="Renews" value={formatDay(subscription.current_period_end)} />
          ) : null}
          {plan && interval ? (
            <BillLine label="Total" value={<Amount cents={CATALOG[plan].amountCents[interval]} />} strong />
          ) : null}
        </div>
      </ReceiptCard>
    </div>
  );
}

function formatDay(time: string): string {
  const day = new Date(time);
  if (Number.isNaN(day.getTime())) return '–';
  return day.toLocaleDateString('en-US', { dateStyle: 'medium' });
}
