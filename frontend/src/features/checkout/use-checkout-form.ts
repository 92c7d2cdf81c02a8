import { useEffect, useRef, useState } from 'react';
import { CardElement, useElements } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import type { CreatePaymentIntentResponse } from '@subscription-site/shared/contracts';
import { MAX_DECLINES, TOO_MANY_DECLINES } from '@subscription-site/shared/declines';
import type { PlanPrice } from '@subscription-site/shared/plans';
import { ApiError, isApiError } from '../../lib/api/api-error';
import { errorMessage } from '../../lib/api/messages';
import { weakPasswordMessage } from '../../lib/form-validation';
import type { CaptchaState } from '../../lib/use-captcha';
import { useAuth } from '../../lib/session/auth-context';
import type { User } from '../../lib/session/auth-client';
import { isValid, type FieldErrors } from '../../ui/forms/field-errors';
import { clearToasts, toastError, type ToastText } from '../../ui/feedback/toast';
import { loadToasts } from '../../ui/feedback/toast-signal';
import type { CardState } from '../../ui/payments/card-field';
import { prepareCheckout } from './api/checkout-api';
import { validateBuyer, EMPTY_VALUES, toBuyerValues, type BuyerValues } from './buyer';
import { chargeCard, PAYMENT_ERROR, PAYMENT_FAILED } from './charge';
import type { CurrentPlan } from './current-plan';
import { clearPendingPayment, savePendingPayment, type PendingPayment } from './pending-payment';
import type { PendingCompletion, SignInCredentials } from './use-payment-system';

interface Inputs {
  stripe: Stripe;
  planPrice: PlanPrice;
  user: User | null;
  values: BuyerValues;
  onChange: (change: Partial<BuyerValues>) => void;
  captcha: CaptchaState;
  intent: CreatePaymentIntentResponse | undefined;
  renewIntent: () => Promise<CreatePaymentIntentResponse | undefined>;
  /** The card was charged, or may have been. */
  onCharged: (unfinished: PendingCompletion & SignInCredentials) => void;
  onAlreadySubscribed: (current: CurrentPlan) => void;
  /** Shows the plan that was bought in another tab meanwhile instead of the form. False if there is none. */
  showBoughtPlan: () => Promise<boolean>;
}

/** What the form says while a toast gives the reason. */
export const NOT_CHARGED: ToastText = { title: 'You weren’t charged', description: 'You can try again.' };
const CHECK_CARD = 'You weren’t charged. Check your card details, or use another card.';

/**
 * Submits the checkout: validate, prepare, charge. The card is charged only after the server has accepted
 * everything else.
 */
export function useCheckoutForm(inputs: Inputs) {
  const { stripe, planPrice, user, values, captcha } = inputs;
  const elements = useElements();
  const [paying, setPaying] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [formError, setFormError] = useState<ToastText>();
  const [emailTaken, setEmailTaken] = useState(false);
  const { connect } = useAuth();
  const [card, setCard] = useState<CardState>({ complete: false, error: undefined });
  /** By intent ID, as far as this page knows. */
  const declines = useRef(new Map<string, number>());
  useEffect(loadToasts, []);
  const password = user ? undefined : values.password;

  const changeErrors = (changed: FieldErrors) => setErrors((shown) => ({ ...shown, ...changed }));
  /** Also hides the errors of the changed fields. */
  const changeBuyer = (change: Partial<BuyerValues>) => {
    inputs.onChange(change);
    changeErrors(Object.fromEntries(Object.keys(change).map((field) => [field, undefined])));
    if ('email' in change) setEmailTaken(false);
    // Whether it matches depends on both.
    if ('password' in change && errors['confirmPassword'])
      changeErrors({ confirmPassword: validateBuyer({ ...values, ...change }).errors['confirmPassword'] });
  };
  const changeCard = (changed: CardState) => {
    setCard(changed);
    changeErrors({ card: undefined });
  };

  /** The toast announces the reason. The errors of fields, or else the form's alert, stay after the toast is gone. */
  const showFailure = (message: string, found: FieldErrors = {}) => {
    setErrors(found);
    setFormError(isValid(found) ? NOT_CHARGED : undefined);
    toastError({ title: PAYMENT_FAILED, description: message });
  };
  const validate = (): boolean => {
    const found = user ? { errors: {}, toast: undefined } : validateBuyer(values);
    const cardError = card.complete ? undefined : (card.error ?? 'Enter your card details.');
    const errors = { ...found.errors, card: cardError, captcha: captcha.validate() };
    setErrors(errors);
    // Passwords that were not entered are one of several missing details.
    const entered = values.password !== '' || values.confirmPassword !== '';
    const isOnlyPassword = isValid({ ...errors, password: undefined, confirmPassword: undefined });
    const toast = entered || isOnlyPassword ? found.toast : undefined;
    if (toast) toastError(toast, { silent: true });
    if (isValid(found.errors) && cardError) elements?.getElement(CardElement)?.focus();
    return isValid(errors);
  };

  const pay = async (): Promise<void> => {
    const element = elements?.getElement(CardElement);
    if (!element) return showFailure('Card element not found');
    const intent = inputs.intent ?? (await inputs.renewIntent());
    if (!intent) return undefined;
    const { fullName, email } = user ? toBuyerValues(user) : values;
    const prepared = await prepare(intent, captcha.takeToken());
    if (!prepared) return undefined;
    const { payment, signInTicket } = prepared;

    savePendingPayment(payment);
    const billing = { name: fullName.trim() || email.trim(), email: email.trim() };
    const outcome = await chargeCard(stripe, payment.clientSecret, element, billing);
    if (outcome.kind !== 'declined')
      return inputs.onCharged({ payment, password, signInTicket, paid: outcome.kind === 'succeeded' });
    clearPendingPayment();
    if (outcome.intentCanceled && (await inputs.showBoughtPlan())) return undefined;
    declines.current.set(payment.paymentIntentId, getDeclines(payment.paymentIntentId) + 1);
    const isLast = getDeclines(payment.paymentIntentId) >= MAX_DECLINES;
    const message = isLast ? TOO_MANY_DECLINES : outcome.message;
    showFailure(message, { card: isLast ? message : `${message} ${CHECK_CARD}` });
    element.focus();
    if (isLast || outcome.intentCanceled) await inputs.renewIntent();
    return undefined;
  };
  const getDeclines = (intentId: string) => declines.current.get(intentId) ?? 0;

  /**
   * Returns a payment that can be charged, or undefined after showing why there is none. If the intent was prepared with another
   * cookie or canceled by another tab, or the buyer has already read that it had too many declines, retries once with a new intent, so
   * that the buyer does not have to submit again.
   */
  const prepare = async (
    intent: CreatePaymentIntentResponse,
    captchaToken: string | undefined,
    isRetry = false,
  ): Promise<{ payment: PendingPayment; signInTicket?: string } | undefined> => {
    const { fullName, email } = user ? toBuyerValues(user) : values;
    // A signed-in user already has a name.
    const payment = toPendingPayment(intent, planPrice, { email, fullName: user ? '' : fullName });
    const { clientSecret, plan, amount } = payment;
    const buyer = user ? {} : { email: payment.email, fullName: payment.fullName, password };
    try {
      const request = { clientSecret, planName: plan, amount, ...buyer, captchaToken };
      return { payment, signInTicket: (await prepareCheckout(request)).signInTicket };
    } catch (error) {
      if (isApiError(error, 'checkout_closed')) inputs.onCharged({ payment, password, paid: false });
      else if (isApiError(error, 'already_subscribed')) inputs.onAlreadySubscribed(error.details);
      else if (!isRetry && (isSuperseded(error) || isKnownDecline(error, intent))) {
        const renewed = await inputs.renewIntent();
        return renewed && prepare(renewed, captchaToken, true);
      } else {
        if (isIntentUnusable(error)) await inputs.renewIntent();
        if (!user || !(await hasSessionEnded())) handleError(error);
      }
      return undefined;
    }
  };
  /** The server counts the last decline a moment after the browser, so renewing the intent at once may return the same one. */
  const isKnownDecline = (error: unknown, { paymentIntentId }: CreatePaymentIntentResponse): boolean =>
    isApiError(error, 'too_many_declines') && getDeclines(paymentIntentId) >= MAX_DECLINES;
  const handleError = (error: unknown) => {
    const message = errorMessage(error);
    setEmailTaken(isApiError(error, 'email_exists'));
    const fieldErrors = user ? {} : toFieldErrors(error, message);
    if (!isValid(fieldErrors)) return setErrors(fieldErrors);
    return isSuperseded(error)
      ? setFormError({ title: 'We couldn’t continue this checkout', description: message })
      : showFailure(message);
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
    await pay().catch(() => showFailure(PAYMENT_ERROR));
    setPaying(false);
  };

  return { submit, paying, errors, formError, emailTaken, changeCard, changeBuyer };
}

function toPendingPayment(
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

/** Whether another tab or browser continued this checkout or opened another one. Nothing was charged. */
function isSuperseded(error: unknown): boolean {
  return isApiError(error, 'checkout_cookie_mismatch') || isApiError(error, 'checkout_replaced');
}

/** Whether the intent can no longer be paid and nothing was charged. */
function isIntentUnusable(error: unknown): boolean {
  return (
    isApiError(error, 'checkout_not_found') ||
    isApiError(error, 'checkout_replaced') ||
    isApiError(error, 'too_many_declines')
  );
}

function toFieldErrors(error: unknown, message: string): FieldErrors {
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
