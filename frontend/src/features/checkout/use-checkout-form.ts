import { useState } from 'react';
import { CardElement, useElements } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import type { CreatePaymentIntentResponse } from '@subscription-site/shared/contracts';
import type { Offer } from '@subscription-site/shared/plans';
import { ApiError, isRefusal } from '../../lib/api/api-error';
import { sentenceOf } from '../../lib/api/messages';
import { weaknessOf } from '../../lib/entries';
import type { HumanCheck } from '../../lib/human/use-human-check';
import { useAuth } from '../../lib/session/auth-context';
import type { User } from '../../lib/session/auth-client';
import { isSound, type Faults } from '../../ui/form-faults';
import { clearToasts, toastError } from '../../ui/toast';
import { prepareCheckout } from './api/checkout-api';
import { checkEntries, NO_ENTRIES, ownEntries, type BuyerEntries } from './buyer';
import { chargeCard, PAYMENT_FAULT } from './charge';
import { forgetPayment, rememberPayment, type PendingPayment } from './pending-payment';
import type { UnfinishedPayment } from './use-payment-system';

/** What the card entry says about itself. */
export interface CardState {
  complete: boolean;
  fault: string | undefined;
}

interface Inputs {
  stripe: Stripe;
  offer: Offer;
  user: User | null;
  entries: BuyerEntries;
  human: HumanCheck;
  intent: CreatePaymentIntentResponse | undefined;
  renewIntent: () => Promise<CreatePaymentIntentResponse | undefined>;
  /** The card was charged, or may have been. */
  onCharged: (unfinished: UnfinishedPayment & { password?: string }) => void;
  onAlreadySubscribed: (refusal: ApiError) => void;
}

/** Sending the checkout form: check, prepare, charge. The card is touched only after the server has agreed to everything else. */
export function useCheckoutForm(inputs: Inputs) {
  const { stripe, offer, user, entries, human } = inputs;
  const elements = useElements();
  const [paying, setPaying] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [problem, setProblem] = useState<string>();
  const [emailTaken, setEmailTaken] = useState(false);
  const { connect } = useAuth();
  const [card, setCard] = useState<CardState>({ complete: false, fault: undefined });
  const password = user ? undefined : entries.password;

  /** Told at the entries that are at fault, or else in the form's box; and in the toast. */
  const fail = (message: string, found: Faults = {}) => {
    setFaults(found);
    setProblem(isSound(found) ? message : undefined);
    toastError({ title: 'Payment Failed', description: message });
  };
  const validate = (): boolean => {
    const found = user ? { faults: {}, toast: undefined } : checkEntries(entries);
    const cardFault = card.complete ? undefined : (card.fault ?? 'Enter your card details.');
    const faults = { ...found.faults, card: cardFault, human: human.missing() };
    setFaults(faults);
    if (found.toast) toastError(found.toast);
    if (isSound(found.faults) && cardFault) elements?.getElement(CardElement)?.focus();
    return isSound(faults);
  };

  const pay = async (): Promise<void> => {
    const element = elements?.getElement(CardElement);
    if (!element) return fail('Card element not found');
    const intent = inputs.intent ?? (await inputs.renewIntent());
    if (!intent) return undefined;
    const { fullName, email } = user ? ownEntries(user) : entries;
    const payment = await prepare(intent, human.spend());
    if (!payment) return undefined;

    rememberPayment(payment);
    const billing = { name: fullName.trim() || email.trim(), email: email.trim() };
    const outcome = await chargeCard(stripe, payment.clientSecret, element, billing);
    if (outcome.kind !== 'declined')
      return inputs.onCharged({ payment, password, paid: outcome.kind === 'succeeded' });
    forgetPayment();
    fail(outcome.message, { card: outcome.message });
    element.focus();
    if (outcome.intentSpent) await inputs.renewIntent();
    return undefined;
  };

  /**
   * Gives the payment that may be charged now; nothing where the visitor has been told why not. An intent that another prepare has
   * taken over is replaced by a fresh one, once: nothing typed is lost, and no second press is needed.
   */
  const prepare = async (
    intent: CreatePaymentIntentResponse,
    captchaToken: string | undefined,
    isFresh = false,
  ): Promise<PendingPayment | undefined> => {
    const { fullName, email } = user ? ownEntries(user) : entries;
    // Whose account it is stands in the account.
    const payment = paymentOf(intent, offer, { email, fullName: user ? '' : fullName });
    const { clientSecret, plan, amount } = payment;
    const buyer = user ? {} : { email: payment.email, fullName: payment.fullName, password };
    try {
      await prepareCheckout({ clientSecret, planName: plan, amount, ...buyer, captchaToken });
      return payment;
    } catch (fault) {
      if (isRefusal(fault, 'checkout_closed')) inputs.onCharged({ payment, password, paid: false });
      else if (isRefusal(fault, 'already_subscribed')) inputs.onAlreadySubscribed(fault);
      else if (isRefusal(fault, 'checkout_cookie_mismatch') && !isFresh) {
        const fresh = await inputs.renewIntent();
        return fresh && prepare(fresh, captchaToken, true);
      } else {
        if (hasEndedIntent(fault)) await inputs.renewIntent();
        if (!user || !(await hasEnded())) refuse(fault);
      }
      return undefined;
    }
  };
  const refuse = (fault: unknown) => {
    const message = sentenceOf(fault);
    setEmailTaken(isRefusal(fault, 'email_exists'));
    fail(message, user ? {} : faultsOf(fault, message));
  };
  /** Whether the buyer's session is no more. Asked who is signed in, the library drops one that was ended elsewhere. */
  const hasEnded = async (): Promise<boolean> =>
    (await (await connect()).getUser()).error?.name === 'AuthSessionMissingError';

  const submit = async () => {
    if (paying) return;
    clearToasts();
    setProblem(undefined);
    setEmailTaken(false);
    if (!validate()) return;
    setPaying(true);
    await pay().catch(() => fail(PAYMENT_FAULT));
    setPaying(false);
  };

  return { submit, paying, faults, problem, emailTaken, setCard };
}

function paymentOf(
  intent: CreatePaymentIntentResponse,
  offer: Offer,
  { email, fullName }: Pick<BuyerEntries, 'email' | 'fullName'>,
): PendingPayment {
  return {
    clientSecret: intent.clientSecret,
    paymentIntentId: intent.paymentIntentId,
    plan: offer.plan,
    interval: offer.interval,
    amount: offer.amountCents,
    email: email.trim() || undefined,
    fullName: fullName.trim() || undefined,
  };
}

/** Whether the intent can no longer be paid, and nothing was charged. */
function hasEndedIntent(error: unknown): boolean {
  return (
    isRefusal(error, 'checkout_not_found') ||
    isRefusal(error, 'checkout_replaced') ||
    isRefusal(error, 'too_many_declines')
  );
}

function faultsOf(fault: unknown, message: string): Faults {
  if (isRefusal(fault, 'weak_password')) {
    const reasons = Array.isArray(fault.details['reasons']) ? (fault.details['reasons'] as string[]) : [];
    return { password: weaknessOf(reasons, message) };
  }
  if (isRefusal(fault, 'email_exists')) return { email: message };
  if (isRefusal(fault, 'validation_failed')) return fieldFaults(fault);
  return {};
}

function fieldFaults(fault: ApiError): Faults {
  const fields: unknown = fault.details['fields'];
  if (!Array.isArray(fields)) return {};
  const told = fields as { field: string; message: string }[];
  return Object.fromEntries(
    told.filter(({ field }) => field in NO_ENTRIES).map(({ field, message }) => [field, message]),
  );
}
