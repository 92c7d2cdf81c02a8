import { useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import { catchFormError } from '../../../../ui/forms/catch-form-error';
import { loadPaymentSystem } from '../../../../lib/payments/payment-system';
import type { User } from '../../../../lib/session/auth-client';
import { getDisplayName } from '../../../../lib/session/user-metadata';
import { useLoad } from '../../../../lib/use-load';
import { Button } from '../../../../ui/buttons/button';
import { LoadError } from '../../../../ui/feedback/load-error';
import { Loading } from '../../../../ui/feedback/loading';
import { FormErrorAlert } from '../../../../ui/forms/form-error-alert';
import { useSubmit, type FormError } from '../../../../ui/forms/use-submit';
import { CardField, type CardState } from '../../../../ui/payments/card-field';
import { setUpCard } from '../../api/billing-api';

const SAVE_FAILED = 'Couldn’t save your card';
const REJECTED = 'Your card was declined. Check the details or use a different card.';

export interface CardFormProps {
  user: User;
  submitLabel: ReactNode;
  /** Called with the id of the confirmed card. Returns why it can't be used; submitting again doesn't confirm it a second time. */
  onConfirmed: (cardId: string) => Promise<FormError | undefined>;
  onDone: () => void;
  onCancel?: () => void;
}

/**
 * Asks for a new card and confirms it with the bank. Loads the payment provider's code, so it is itself loaded only when it is shown. Not
 * for modal dialogs: the provider's own dialog for 3-D Secure would be behind them.
 */
export function CardForm(props: CardFormProps) {
  const { status, value: system, error, reload } = useLoad('payment system', loadPaymentSystem);
  if (status === 'failed')
    return <LoadError title="The card form couldn’t be loaded" error={error} onRetry={() => void reload()} />;
  if (!system) return <Loading label="Loading the card form..." className="min-h-40" />;
  return (
    <Elements stripe={system.stripe}>
      <CardInputs {...props} />
    </Elements>
  );
}

function CardInputs({ user, submitLabel, onConfirmed, onDone, onCancel }: CardFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const { busy, formError, run } = useSubmit();
  const [card, setCard] = useState<CardState>({ complete: false, error: undefined });
  const [cardError, setCardError] = useState<string>();
  const clientSecret = useRef<string>(undefined);
  const confirmedId = useRef<string>(undefined);

  /** Returns the error of the card, which is shown at its field. */
  const confirm = async (): Promise<string | undefined> => {
    const element = elements?.getElement(CardElement);
    if (!stripe || !element) return REJECTED;
    clientSecret.current ??= (await setUpCard()).clientSecret;
    const { email = '' } = user;
    const { setupIntent, error } = await stripe.confirmCardSetup(clientSecret.current, {
      payment_method: { card: element, billing_details: { name: getDisplayName(user), email } },
    });
    const method = setupIntent?.payment_method;
    confirmedId.current = typeof method === 'string' ? method : method?.id;
    return confirmedId.current ? undefined : (error?.message ?? REJECTED);
  };
  const save = async (): Promise<FormError | undefined> => {
    let rejection: string | undefined;
    const failed = await catchFormError(SAVE_FAILED, async () => {
      rejection = confirmedId.current ? undefined : await confirm();
    });
    setCardError(rejection);
    if (failed) return failed;
    if (rejection) return { title: SAVE_FAILED, description: rejection, shownElsewhere: true };
    return onConfirmed(confirmedId.current!);
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const missing =
      card.complete || confirmedId.current ? undefined : (card.error ?? 'Enter your card details.');
    setCardError(missing);
    if (!missing && (await run(save))) return onDone();
    elements?.getElement(CardElement)?.focus();
  };

  return (
    <form noValidate aria-label="New card" className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <CardField error={cardError} onCard={setCard} />
      <FormErrorAlert error={formError} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busyLabel={busy && 'One moment...'}>
          {submitLabel}
        </Button>
        {onCancel ? (
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </form>
  );
}
