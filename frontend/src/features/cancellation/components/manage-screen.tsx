import type {
  CancellationAction,
  CancellationLink,
  ManagedCancellation,
  RefundPreview,
} from '@subscription-site/shared/contracts';
import { CATALOG, MONEY_BACK_DAYS } from '@subscription-site/shared/plans';
import { useState, type ReactNode } from 'react';
import { CANCELLATION_PAGES } from '../../../content/cancellation';
import { cardName } from '../../../lib/card-name';
import { isApiError } from '../../../lib/api/api-error';
import { callFunction } from '../../../lib/api/client';
import { errorMessage } from '../../../lib/api/messages';
import { siteConfig } from '../../../lib/config/site-config';
import { useLoad } from '../../../lib/use-load';
import { Button, buttonClass } from '../../../ui/buttons/button';
import { Amount } from '../../../ui/data-display/amount';
import { Callout } from '../../../ui/feedback/callout';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Loading } from '../../../ui/feedback/loading';
import { FormErrorAlert } from '../../../ui/forms/form-error-alert';
import { catchFormError } from '../../../ui/forms/catch-form-error';
import { useSubmit } from '../../../ui/forms/use-submit';
import { Card } from '../../../ui/layout/card';
import { Link } from '../../../ui/navigation/link';
import { endDate, longTime } from '../dates';

const BUTTONS: Record<CancellationAction, string> = {
  refund: 'Confirm refund',
  end: 'End plan now',
  undo: 'Keep my plan',
};

const DONE: Record<CancellationAction, { title: string; text: string }> = {
  refund: {
    title: 'Your refund is on its way',
    text: 'Your plan has ended. Refunds usually appear on your statement within 5 to 10 business days.',
  },
  end: { title: 'Your plan has ended', text: 'We’ll cancel the open invoice and won’t charge you again.' },
  undo: {
    title: 'You’re keeping your plan',
    text: 'It will continue as before, including any plan change you had scheduled.',
  },
};

/** Whether an action led to this state. The customer may have decided otherwise in another tab or in their account. */
const HAPPENED: Record<CancellationAction, (shown: ManagedCancellation) => boolean> = {
  refund: ({ refunded }) => refunded,
  end: ({ state }) => state !== 'active',
  undo: ({ state }) => state === 'active',
};

/** Where the link in the receipt leads. Nothing happens until a button is clicked, because email scanners open links. */
export function ManageScreen({ link }: { link: CancellationLink }) {
  const { reference, token } = link;
  const [attempt, setAttempt] = useState(1);
  const [changed, setChanged] = useState<ManagedCancellation>();
  const { status, value, error } = useLoad(`${reference} ${token} ${attempt}`, () =>
    callFunction<ManagedCancellation>('view-cancellation', { reference, token }),
  );
  const shown = changed ?? value;

  if (shown) return <Cancellation shown={shown} link={link} onChange={setChanged} />;
  if (status === 'loading') return <Loading label="Loading..." className="py-24" />;
  if (isApiError(error, 'not_found')) return <InvalidLink />;
  return (
    <div role="alert">
      <EmptyState
        title="This page couldn’t be loaded"
        action={<Button onClick={() => setAttempt(attempt + 1)}>Try again</Button>}
      >
        {errorMessage(error)}
      </EmptyState>
    </div>
  );
}

export function InvalidLink() {
  const { supportEmail } = siteConfig();
  const { cancel, withdraw } = CANCELLATION_PAGES;
  return (
    <EmptyState
      title="This link no longer works"
      action={
        <Link to="/account/billing" className={buttonClass('ink')}>
          Sign in to manage your plan
        </Link>
      }
    >
      <p>It’s incomplete, it has expired, or your account’s email address has changed.</p>
      <p className="mt-3">
        You can also use &ldquo;
        <Link to={cancel.path} className="text-link">
          {cancel.label}
        </Link>
        &rdquo; or &ldquo;
        <Link to={withdraw.path} className="text-link">
          {withdraw.label}
        </Link>
        &rdquo;. If you withdrew before and are still waiting for your refund, email{' '}
        <a href={`mailto:${supportEmail}`} className="text-link">
          {supportEmail}
        </a>
        : your withdrawal counts from the day you sent it.
      </p>
    </EmptyState>
  );
}

function Cancellation(props: {
  shown: ManagedCancellation;
  link: CancellationLink;
  onChange: (changed: ManagedCancellation) => void;
}) {
  const { shown, link, onChange } = props;
  const { busy, formError, run } = useSubmit();
  const [chosen, setChosen] = useState<CancellationAction>();
  const [attempted, setAttempted] = useState<CancellationAction>();
  const done = attempted && HAPPENED[attempted](shown) ? attempted : undefined;

  const act = async (action: CancellationAction) => {
    setChosen(action);
    await run(() =>
      catchFormError('That didn’t work', async () => {
        const changed = await callFunction<ManagedCancellation>('manage-cancellation', { ...link, action });
        setAttempted(action);
        onChange(changed);
      }),
    );
  };
  const kind = shown.kind === 'cancel' ? 'Cancellation' : 'Withdrawal';
  return (
    <Card className="grid max-w-form grid-cols-1 gap-5">
      {done ? (
        <Callout tone="success" title={DONE[done].title}>
          <p>{DONE[done].text}</p>
        </Callout>
      ) : attempted ? (
        <Callout tone="marker" title="Your plan wasn’t changed">
          <p>
            <StateText {...shown} />
          </p>
        </Callout>
      ) : (
        <p>
          <StateText {...shown} />
        </p>
      )}
      {shown.deletionAt && shown.state !== 'ended' ? (
        <Callout tone="marker" title="Your account is scheduled for deletion">
          <p>
            We’ll delete it and everything in it on {endDate(shown.deletionAt)}. To keep your plan,{' '}
            <Link to="/account/data" className="text-link">
              sign in and keep your account
            </Link>
            .
          </p>
        </Callout>
      ) : null}
      <dl className="border-t border-rule text-small">
        {[
          [kind, shown.reference],
          ['Received', longTime(shown.receivedAt)],
          ['Plan', CATALOG[shown.plan].name],
        ].map(([label, value]) => (
          <div key={label} className="grid grid-cols-[7rem_1fr] gap-x-4 border-b border-rule py-2.5">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <FormErrorAlert error={formError} />
      {done
        ? null
        : shown.actions.map((action, index) => (
            <Button
              key={action}
              size="large"
              variant={index === 0 ? 'ink' : 'outline'}
              disabled={busy}
              busyLabel={busy && chosen === action && 'One moment...'}
              onClick={() => void act(action)}
            >
              {BUTTONS[action]}
            </Button>
          ))}
      {done || shown.actions.length === 0 ? (
        <Link to="/account/billing" className={buttonClass('outline', 'large')}>
          Sign in to view your plan
        </Link>
      ) : null}
    </Card>
  );
}

function StateText({ kind, state, refunded, endsAt, actions, refund }: ManagedCancellation): ReactNode {
  if (refunded)
    return 'Your plan has ended, and you got a refund. Refunds usually appear on your statement within 5 to 10 business days.';
  if (state === 'ended')
    return actions.includes('refund') ? (
      <>
        Your plan has ended, but our money-back guarantee still applies: confirm to get{' '}
        <Returned refund={refund} />.
      </>
    ) : (
      'Your plan has ended. There’s nothing left to do.'
    );
  const ending = endsAt ? `Your plan ends on ${endDate(endsAt)}. You can use it until then.` : '';
  if (actions.includes('refund'))
    return (
      <>
        {ending} Our money-back guarantee applies: confirm to get <Returned refund={refund} />. Your plan then
        ends right away, which can’t be undone.
      </>
    );
  if (actions.includes('end'))
    return 'A payment for your plan is overdue. If you end your plan now, we’ll cancel the open invoice. This can’t be undone.';
  const noRefund =
    kind === 'withdraw'
      ? ` Our money-back guarantee doesn’t apply to this plan. It covers the first ${MONEY_BACK_DAYS} days and can be used once per account, email address, and card. That doesn’t affect any right of withdrawal that the law gives you.`
      : '';
  if (actions.includes('undo')) return `${ending}${noRefund} Changed your mind? You can keep your plan.`;
  return ending || 'Your plan is active and will renew as usual.';
}

/** For example `$49 back on your Visa ending in 4242`. */
function Returned({ refund }: { refund: RefundPreview | null }): ReactNode {
  if (!refund) return 'your money back';
  return (
    <>
      <Amount cents={refund.amountCents} currency={refund.currency} /> back
      {refund.card ? ` on your ${cardName(refund.card)}` : ''}
    </>
  );
}
