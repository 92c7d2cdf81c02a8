import { useCallback, useEffect, useState } from 'react';
import type { CreatePaymentIntentResponse } from '@subscription-site/shared/contracts';
import type { PlanPrice } from '@subscription-site/shared/plans';
import { ApiError, isApiError } from '../../lib/api/api-error';
import { errorMessage } from '../../lib/api/messages';
import { toastError } from '../../ui/feedback/toast';
import { createPaymentIntent } from './api/checkout-api';

export type IntentState =
  | { status: 'creating' }
  | { status: 'ready'; intent: CreatePaymentIntentResponse }
  /** This browser already paid, and staff are reviewing that payment. */
  | { status: 'under-review'; message: string }
  | { status: 'failed'; title: string; message: string; shownInToast: boolean };

/**
 * The payment intent for the displayed price, requested on load and when the price changes. `renew` requests
 * another one; it returns undefined after showing an error.
 */
export function usePaymentIntent(planPrice: PlanPrice) {
  const [latest, setLatest] = useState<{ key: string; state: IntentState }>();
  useEffect(() => {
    let current = true;
    const ask = async () => {
      const state = await create(planPrice);
      if (current) setLatest({ key: planPrice.lookupKey, state });
    };
    void ask();
    return () => {
      current = false;
    };
  }, [planPrice]);

  const renew = useCallback(async (): Promise<CreatePaymentIntentResponse | undefined> => {
    const state = await create(planPrice);
    setLatest({ key: planPrice.lookupKey, state });
    return state.status === 'ready' ? state.intent : undefined;
  }, [planPrice]);

  const state: IntentState = latest?.key === planPrice.lookupKey ? latest.state : { status: 'creating' };
  return { state, renew };
}

async function create(planPrice: PlanPrice): Promise<IntentState> {
  try {
    return { status: 'ready', intent: await createPaymentIntent(planPrice) };
  } catch (error) {
    if (isApiError(error, 'payment_under_review'))
      return { status: 'under-review', message: errorMessage(error) };
    if (isApiError(error, 'checkout_closed'))
      return {
        status: 'failed',
        title: 'A payment is in progress',
        message: errorMessage(error),
        shownInToast: false,
      };
    const reason = error instanceof ApiError && error.message ? error.message : errorMessage(error);
    const message = isClientError(error)
      ? reason
      : `Failed to initialize payment: ${reason.replace(/\.$/, '')}. Please check your payment provider configuration.`;
    toastError({ title: 'Error', description: message });
    return {
      status: 'failed',
      title: 'We couldn’t start the payment',
      message: 'Nothing was charged.',
      shownInToast: true,
    };
  }
}

/** Rejected by the server, for example by a rate limit. Anything else may be a failure of the provider. */
function isClientError(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}
