import { useEffect, useRef, type SubmitEvent } from 'react';
import { useLocation } from 'react-router-dom';
import type { Stripe } from '@stripe/stripe-js';
import { formatCents } from '@subscription-site/shared/money';
import type { Offer } from '@subscription-site/shared/plans';
import type { ApiError } from '../../../lib/api/api-error';
import { useHumanCheck } from '../../../lib/human/use-human-check';
import type { User } from '../../../lib/session/auth-client';
import { Button } from '../../../ui/button';
import { focusFirstFault } from '../../../ui/form-faults';
import { HumanCheck } from '../../../ui/human-check/human-check';
import { Icon } from '../../../ui/icons';
import { Link } from '../../../ui/link';
import { noteFocus } from '../../../ui/note-focus';
import { Notice } from '../../../ui/notice';
import { PageLink } from '../../../ui/page-link';
import type { BuyerEntries } from '../buyer';
import { useCheckoutForm } from '../use-checkout-form';
import type { usePaymentIntent } from '../use-payment-intent';
import type { UnfinishedPayment } from '../use-payment-system';
import { BuyerFields } from './buyer-fields';
import { CardEntry } from './card-entry';
import { SignedInBuyer } from './signed-in-buyer';

interface Props {
  stripe: Stripe;
  offer: Offer;
  user: User | null;
  entries: BuyerEntries;
  onEntries: (change: Partial<BuyerEntries>) => void;
  intent: ReturnType<typeof usePaymentIntent>;
  /** The buyer was signed in when he began, and is no more, without his doing. */
  sessionEnded: boolean;
  /** The buyer wants to be signed out. */
  onLeave: () => void;
  /** Why an earlier try of this visit did not succeed. */
  earlier: string | undefined;
  onCharged: (unfinished: UnfinishedPayment & { password?: string }) => void;
  onAlreadySubscribed: (refusal: ApiError) => void;
}

/** Account and payment on one sheet. */
export function PaymentForm(props: Props) {
  const { offer, user, entries, intent, earlier, sessionEnded } = props;
  const here = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const human = useHumanCheck();
  const { submit, paying, faults, problem, emailTaken, setCard } = useCheckoutForm({
    ...props,
    human,
    intent: intent.state.status === 'ready' ? intent.state.intent : undefined,
    renewIntent: intent.renew,
  });
  const signIn = {
    to: `/auth?next=${encodeURIComponent(here.pathname + here.search)}`,
    state: { email: entries.email.trim() },
  };
  const hasPressed = useRef(false);
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    hasPressed.current = true;
    const giveFocusBack = noteFocus();
    await submit();
    focusFirstFault(form.current);
    giveFocusBack();
  };
  useEffect(() => {
    if (sessionEnded && !paying && hasPressed.current)
      form.current?.querySelector<HTMLElement>('[name=password]')?.focus();
  }, [sessionEnded, paying]);

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void send(event)}
      aria-label="Account and payment"
      className="grid gap-5"
    >
      {user ? (
        <SignedInBuyer user={user} onLeave={props.onLeave} />
      ) : (
        <>
          {sessionEnded ? (
            <Notice tone="marker" title="Your session has ended">
              <p>
                Your card details are still here. Enter your password to continue, or{' '}
                <Link {...signIn} className="inked">
                  sign in again
                </Link>
                .
              </p>
            </Notice>
          ) : (
            <p className="text-small text-ink-soft">
              We&apos;ll create your account when you pay. Already have one?{' '}
              <Link {...signIn} className="inked">
                Sign in
              </Link>
            </p>
          )}
          <BuyerFields
            entries={entries}
            faults={faults}
            disabled={paying}
            emailHint={
              emailTaken ? (
                <Link {...signIn} className="inked text-small font-semibold text-ink">
                  Sign in and continue
                </Link>
              ) : null
            }
            onChange={props.onEntries}
          />
        </>
      )}
      <CardEntry error={faults['card']} onCard={setCard} />
      {intent.state.status === 'failed' ? (
        <Notice tone="danger" title={intent.state.title} silent={intent.state.toasted}>
          <p>{intent.state.why}</p>
          <Button variant="outline" size="small" className="mt-3" onClick={() => void intent.renew()}>
            Try again
          </Button>
        </Notice>
      ) : null}
      {(problem ?? earlier) ? (
        <Notice tone="danger" title="Payment Failed" silent>
          <p>{problem ?? earlier}</p>
        </Notice>
      ) : null}
      <HumanCheck check={human} error={faults['human']} />
      <Button type="submit" size="large" busyLabel={paying && 'Processing Payment...'}>
        <Icon className="size-4.5">
          <path d="M4.5 9h11v8h-11zM7 9V6.2a3 3 0 0 1 6 0V9" />
        </Icon>
        Pay {formatCents(offer.amountCents)}
      </Button>
      <p className="text-fine text-ink-faint">
        By paying, you accept the{' '}
        <PageLink to="/terms" newTab>
          Terms of Service
        </PageLink>{' '}
        and the{' '}
        <PageLink to="/privacy" newTab>
          Privacy Policy
        </PageLink>
        , confirm that you are at least 16 years old, and agree to {formatCents(offer.amountCents)} being
        charged every {offer.interval} until you cancel.
      </p>
    </form>
  );
}
