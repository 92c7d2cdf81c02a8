import { useCallback, useEffect, useState } from 'react';
import type { CreatePaymentIntentResponse } from '@subscription-site/shared/contracts';
import type { Offer } from '@subscription-site/shared/plans';
import { ApiError, isRefusal } from '../../lib/api/api-error';
import { sentenceOf } from '../../lib/api/messages';
import { toastError } from '../../ui/toast';
import { requestIntent } from './api/checkout-api';

export type IntentState =
  | { status: 'creating' }
  | { status: 'ready'; intent: CreatePaymentIntentResponse }
  /** This browser has paid already, and staff look at that payment. */
  | { status: 'under-review'; message: string }
  | { status: 'failed'; title: string; why: string; toasted: boolean };

/**
 * The payment intent of the offer shown: requested when the form loads, and again for another offer. `renew` gives the one to pay
 * with, making a new request where there is none; nothing when that fails, which the visitor has then been told.
 */
export function usePaymentIntent(offer: Offer) {
  const [held, setHeld] = useState<{ key: string; state: IntentState }>();
  useEffect(() => {
    let current = true;
    const ask = async () => {
      const state = await create(offer);
      if (current) setHeld({ key: offer.lookupKey, state });
    };
    void ask();
    return () => {
      current = false;
    };
  }, [offer]);

  const renew = useCallback(async (): Promise<CreatePaymentIntentResponse | undefined> => {
    const state = await create(offer);
    setHeld({ key: offer.lookupKey, state });
    return state.status === 'ready' ? state.intent : undefined;
  }, [offer]);

  const state: IntentState = held?.key === offer.lookupKey ? held.state : { status: 'creating' };
  return { state, renew };
}

async function create(offer: Offer): Promise<IntentState> {
  try {
    return { status: 'ready', intent: await requestIntent(offer) };
  } catch (fault) {
    if (isRefusal(fault, 'payment_under_review'))
      return { status: 'under-review', message: sentenceOf(fault) };
    if (isRefusal(fault, 'checkout_closed'))
      return { status: 'failed', title: 'A payment is on its way', why: sentenceOf(fault), toasted: false };
    const said = fault instanceof ApiError && fault.message ? fault.message : sentenceOf(fault);
    const why = isRejection(fault)
      ? said
      : `Failed to initialize payment: ${said.replace(/\.$/, '')}. Please check your payment provider configuration.`;
    toastError({ title: 'Error', description: why });
    return { status: 'failed', title: 'Error', why, toasted: true };
  }
}

/** Whether the server has decided, as by a limit; everything else may be the provider's failure. */
function isRejection(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && !(error.status >= 500);
}
