import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { CardElement, useElements } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import type { CreatePaymentIntentResponse } from '@subscription-site/shared/contracts';
import type { PlanPrice } from '@subscription-site/shared/plans';
import { ApiError, isApiError } from '../../lib/api/api-error';
import { errorMessage } from '../../lib/api/messages';
import { weakPasswordMessage } from '../../lib/form-validation';
import type { CaptchaState } from '../../lib/use-captcha';
import { useAuth } from '../../lib/session/auth-context';
import type { User } from '../../lib/session/auth-client';
import { isValid, type FieldErrors } from '../../ui/forms/field-errors';
import { clearToasts, toastError } from '../../ui/feedback/toast';
import { loadToasts } from '../../ui/feedback/toast-signal';
import { prepareCheckout } from './api/checkout-api';
import { validateBuyer, EMPTY_VALUES, valuesOf, type BuyerValues } from './buyer';
import { chargeCard, PAYMENT_ERROR } from './charge';
import { clearPendingPayment, savePendingPayment, type PendingPayment } from './pending-payment';
import type { PendingCompletion } from './use-payment-system';

/** State reported by the card element. */
export interface CardState {
  complete: boolean;
  error: string | undefined;
}

interface Inputs {
  stripe: Stripe;
  planPrice: PlanPrice;
  user: User | null;
  values: BuyerValues;
  captcha: CaptchaState;
  intent: CreatePaymentIntentResponse | undefined;
  renewIntent: () => Promise<CreatePaymentIntentResponse | undefined>;
  /** The card was charged, or may have been. */
  onCharged: (unfinished: PendingCompletion & { password?: string }) => void;
  onAlreadySubscribed: (error: ApiError) => void;
}

/**
 * Submits the checkout: validate, prepare, charge. The card is charged only after the server has accepted
 * everything else.
 */
export function useCheckoutForm(inputs: Inputs) {
  const { stripe, planPrice, user, values, captcha } = inputs;
  const elements = useElements();
  const [paying, setPaying] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [formError, setFormError] = useState<string>();
  const [emailTaken, setEmailTaken] = useState(false);
  const { connect } = useAuth();
  const [card, setCard] = useState<CardState>({ complete: false, error: undefined });
  useEffect(loadToasts, []);
  const password = user ? undefined : values.password;

  /** Shows field errors, or the form error if there are none, and a toast. */
  const showError = (message: string, found: FieldErrors = {}, title = 'Payment Failed') => {
    setErrors(found);
    setFormError(isValid(found) ? message : undefined);
    toastError({ title, description: message });
  };
  const validate = (): boolean => {
    const found = user ? { errors: {}, toast: undefined } : validateBuyer(values);
    const cardError = card.complete ? undefined : (card.error ?? 'Enter your card details.');
    const errors = { ...found.errors, card: cardError, captcha: captcha.validate() };
    setErrors(errors);
    if (found.toast) toastError(found.toast);
    if (isValid(found.errors) && cardError) elements?.getElement(CardElement)?.focus();
    return isValid(errors);
  };

  const pay = async (): Promise<void> => {
    const element = elements?.getElement(CardElement);
    if (!element) return showError('Card element not found');
    const intent = inputs.intent ?? (await inputs.renewIntent());
    if (!intent) return undefined;
    const { fullName, email } = user ? valuesOf(user) : values;
    const payment = await prepare(intent, captcha.takeToken());
    if (!payment) return undefined;

    savePendingPayment(payment);
    const billing = { name: fullName.trim() || email.trim(), email: email.trim() };
    const outcome = await chargeCard(stripe, payment.clientSecret, element, billing);
    if (outcome.kind !== 'declined')
      return inputs.onCharged({ payment, password, paid: outcome.kind === 'succeeded' });
    clearPendingPayment();
    showError(outcome.message, { card: outcome.message });
    element.focus();
    if (outcome.intentCanceled) await inputs.renewIntent();
    return undefined;
  };

  /**
   * Returns a payment that can be charged, or undefined after showing why there is none. If the intent was prepared with another
   * cookie, retries once with a new intent, so that the buyer does not have to submit again.
   */
  const prepare = async (
    intent: CreatePaymentIntentResponse,
    captchaToken: string | undefined,
    isRetry = false,
  ): Promise<PendingPayment | undefined> => {
    const { fullName, email } = user ? valuesOf(user) : values;
    // A signed-in user already has a name.
    const payment = paymentOf(intent, planPrice, { email, fullName: user ? '' : fullName });
    const { clientSecret, plan, amount } = payment;
    const buyer = user ? {} : { email: payment.email, fullName: payment.fullName, password };
    try {
      await prepareCheckout({ clientSecret, planName: plan, amount, ...buyer, captchaToken });
      return payment;
    } catch (error) {
      if (isApiError(error, 'checkout_closed')) inputs.onCharged({ payment, password, paid: false });
      else if (isApiError(error, 'already_subscribed')) inputs.onAlreadySubscribed(error);
      else if (isApiError(error, 'checkout_cookie_mismatch') && !isRetry) {
        const renewed = await inputs.renewIntent();
        return renewed && prepare(renewed, captchaToken, true);
      } else {
        if (isIntentUnusable(error)) await inputs.renewIntent();
        if (!user || !(await hasSessionEnded())) handleError(error);
      }
      return undefined;
    }
  };
  const handleError = (error: unknown) => {
    const message = errorMessage(error);
    setEmailTaken(isApiError(error, 'email_exists'));
    const fieldErrors = user ? {} : fieldErrorsOf(error, message);
    showError(message, fieldErrors, isValid(fieldErrors) ? undefined : titleOf(error));
  };
  /** Whether the session has ended. `getUser` drops a session that was ended on another device. */
  const hasSessionEnded = async (): Promise<boolean> =>
    (await (await connect()).getUser()).error?.name === 'AuthSessionMissingError';

  const submit = async () => {
    if (paying) return;
    clearToasts();
    setFormError(undefined);
    setEmailTaken(false);
    if (!validate()) return;
    setPaying(true);
    await pay().catch(() => showError(PAYMENT_ERROR));
    // A button that is still disabled could not take the focus.
    flushSync(() => setPaying(false));
  };

  return { submit, paying, errors, formError, emailTaken, setCard };
}

function paymentOf(
  intent: CreatePaymentIntentResponse,
  planPrice: PlanPrice,
  { email, fullName }: Pick<BuyerValues, 'email' | 'fullName'>,
): PendingPayment {
  return {
    clientSecret: intent.clientSecret,
    paymentIntentId: intent.paymentIntentId,
    plan: planPrice.plan,
    interval: planPrice.interval,
    amount: planPrice.amountCents,
    email: email.trim() || undefined,
    fullName: fullName.trim() || undefined,
  };
}

/** Whether the intent can no longer be paid and nothing was charged. */
function isIntentUnusable(error: unknown): boolean {
  return (
    isApiError(error, 'checkout_not_found') ||
    isApiError(error, 'checkout_replaced') ||
    isApiError(error, 'too_many_declines')
  );
}

/** Toast title for errors in the buyer's details, which are found before the card is charged. */
function titleOf(error: unknown): string {
  if (isApiError(error, 'weak_password')) return 'Choose a different password';
  return isApiError(error, 'email_exists') ? 'Account already exists' : 'Check your details';
}

function fieldErrorsOf(error: unknown, message: string): FieldErrors {
  if (isApiError(error, 'weak_password')) {
    const reasons = Array.isArray(error.details['reasons']) ? (error.details['reasons'] as string[]) : [];
    return { password: weakPasswordMessage(reasons, message) };
  }
  if (isApiError(error, 'email_exists')) return { email: message };
  if (isApiError(error, 'validation_failed')) return validationErrors(error);
  return {};
}

function validationErrors(error: ApiError): FieldErrors {
  const fields: unknown = error.details['fields'];
  if (!Array.isArray(fields)) return {};
  const reported = fields as { field: string; message: string }[];
  return Object.fromEntries(
    reported.filter(({ field }) => field in EMPTY_VALUES).map(({ field, message }) => [field, message]),
  );
}
