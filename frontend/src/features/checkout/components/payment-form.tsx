import { useEffect, useRef, type SubmitEvent } from 'react';
import { useLocation } from 'react-router-dom';
import type { Stripe } from '@stripe/stripe-js';
import type { PlanPrice } from '@subscription-site/shared/plans';
import { Amount } from '../../../ui/data-display/amount';
import { useCaptcha } from '../../../lib/use-captcha';
import type { User } from '../../../lib/session/auth-client';
import { Button } from '../../../ui/buttons/button';
import { focusFirstError } from '../../../ui/forms/field-errors';
import { Captcha } from '../../../ui/captcha/captcha';
import { Icon } from '../../../ui/icons/icons';
import { Link } from '../../../ui/navigation/link';
import { preserveFocus } from '../../../ui/focus/preserve-focus';
import { Callout } from '../../../ui/feedback/callout';
import { PageLink } from '../../../ui/navigation/page-link';
import { CardField } from '../../../ui/payments/card-field';
import type { BuyerValues } from '../buyer';
import type { CurrentPlan } from '../current-plan';
import { NOT_CHARGED, useCheckoutForm } from '../use-checkout-form';
import type { usePaymentIntent } from '../use-payment-intent';
import type { PendingCompletion, SignInCredentials } from '../use-payment-system';
import { BuyerFields } from './buyer-fields';
import { SignedInBuyer } from './signed-in-buyer';

interface Props {
  stripe: Stripe;
  planPrice: PlanPrice;
  user: User | null;
  values: BuyerValues;
  onChange: (change: Partial<BuyerValues>) => void;
  intent: ReturnType<typeof usePaymentIntent>;
  /** The buyer was signed in at first and the session ended without signing out. */
  sessionEnded: boolean;
  /** The buyer chose to sign out. */
  onSignOut: () => void;
  /** Whether the previous attempt failed. A toast explains why. */
  declined: boolean;
  onCharged: (unfinished: PendingCompletion & SignInCredentials) => void;
  onAlreadySubscribed: (current: CurrentPlan) => void;
  showBoughtPlan: () => Promise<boolean>;
}

export function PaymentForm(props: Props) {
  const { planPrice, user, values, intent, declined, sessionEnded } = props;
  const location = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const captcha = useCaptcha();
  const { submit, paying, errors, formError, emailTaken, changeBuyer, changeCard } = useCheckoutForm({
    ...props,
    captcha,
    intent: intent.state.status === 'ready' ? intent.state.intent : undefined,
    renewIntent: intent.renew,
  });
  const alert = formError ?? (declined ? NOT_CHARGED : undefined);
  const signIn = {
    to: `/auth?next=${encodeURIComponent(location.pathname + location.search)}`,
    state: { email: values.email.trim() },
  };
  const hasSubmitted = useRef(false);
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    hasSubmitted.current = true;
    const restoreFocus = preserveFocus();
    await submit();
    focusFirstError(form.current);
    restoreFocus();
  };
  useEffect(() => {
    if (sessionEnded && !paying && hasSubmitted.current)
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
      <h2 className="text-h3">Account</h2>
      {user ? (
        <SignedInBuyer user={user} onSignOut={props.onSignOut} />
      ) : (
        <>
          {sessionEnded ? (
            <Callout tone="marker" title="Your session has ended">
              <p>
                Your card details are still here. Enter your password to continue, or{' '}
                <Link {...signIn} className="text-link">
                  sign in again
                </Link>
                .
              </p>
            </Callout>
          ) : (
            <p className="text-small text-ink-soft">
              We’ll create your account when you pay. Already have one?{' '}
              <Link {...signIn} className="text-link">
                Sign in
              </Link>
            </p>
          )}
          <BuyerFields
            values={values}
            errors={errors}
            readOnly={paying}
            emailHint={
              emailTaken ? (
                <Link {...signIn} className="text-link text-small font-semibold text-ink">
                  Sign in and continue
                </Link>
              ) : null
            }
            onChange={changeBuyer}
          />
        </>
      )}
      <h2 className="border-t border-rule pt-6 text-h3">Payment</h2>
      <CardField error={errors['card']} onCard={changeCard} />
      {intent.state.status === 'failed' ? (
        <Callout tone="danger" title={intent.state.title} silent={intent.state.shownInToast}>
          <p>{intent.state.message}</p>
          <Button variant="outline" size="small" className="mt-3" onClick={() => void intent.renew()}>
            Try again
          </Button>
        </Callout>
      ) : null}
      {alert ? (
        <Callout tone="danger" title={alert.title} silent={alert === NOT_CHARGED}>
          <p>{alert.description}</p>
        </Callout>
      ) : null}
      <Captcha captcha={captcha} error={errors['captcha']} />
      <Button type="submit" size="large" busyLabel={paying && 'Processing Payment...'}>
        <Icon className="size-4.5">
          <path d="M4.5 9h11v8h-11zM7 9V6.2a3 3 0 0 1 6 0V9" />
        </Icon>
        <span>
          Pay <Amount cents={planPrice.amountCents} />
        </span>
      </Button>
      <p data-uncovered="" className="text-fine text-ink-faint">
        By paying, you accept the{' '}
        <PageLink to="/terms" newTab>
          Terms of Service
        </PageLink>{' '}
        and the{' '}
        <PageLink to="/privacy" newTab>
          Privacy Policy
        </PageLink>
        , confirm that you are at least 16 years old, and agree to <Amount cents={planPrice.amountCents} />{' '}
        being charged every {planPrice.interval} until you cancel.
      </p>
    </form>
  );
}
