import { useQueryClient } from '@tanstack/react-query';
import { getPaymentFailure } from '@subscription-site/shared/payment-failures';
import { isApiError } from '../../lib/api/api-error';
import { loadChunk } from '../../lib/hydration/load-chunk';
import { catchUncertain } from '../../ui/forms/catch-form-error';
import type { FormError } from '../../ui/forms/use-submit';
import { payInvoice } from './api/billing-api';
import { useReloadBilling, waitForInvoice, waitForSubscription } from './api/queries';
import type { Subscription } from './subscription';

const PAYMENT_FAILED = 'Payment failed';
const PROCESSING: FormError = {
  title: 'Your payment is being processed',
  description: 'Your bank hasn’t confirmed it yet. We’ll email you a receipt once it’s paid.',
};

/** Pays an open invoice with the default card, including 3-D Secure, and waits until the invoice and the subscription show it. */
export function usePayInvoice(): (invoiceId: string) => Promise<FormError | undefined> {
  const queryClient = useQueryClient();
  const reload = useReloadBilling();

  const pay = async (invoiceId: string): Promise<FormError | undefined> => {
    try {
      const { status, clientSecret } = await payInvoice(invoiceId);
      if (!clientSecret) return status === 'processing' ? PROCESSING : undefined;
      const { confirmPayment } = await loadChunk(() => import('../../lib/payments/confirm-payment'));
      const notConfirmed = await confirmPayment(clientSecret);
      return notConfirmed ? { title: PAYMENT_FAILED, description: notConfirmed } : undefined;
    } catch (error) {
      if (isPaidAlready(error)) return undefined;
      if (!isApiError(error, 'payment_declined')) throw error;
      const { reason } = getPaymentFailure(String(error.details['reason'] ?? ''));
      return {
        title: PAYMENT_FAILED,
        description: `${reason} Use a different card, or contact your bank.`,
        code: error.code,
      };
    }
  };

  const waitUntilPaid = async (invoiceId: string): Promise<boolean> => {
    const isPaid = ({ pastDue }: Subscription) => pastDue?.invoiceId !== invoiceId;
    if ((await waitForSubscription(queryClient, isPaid)) && (await waitForInvoice(invoiceId))) return true;
    // The payment wasn't reported in time: a repeated request makes the server look for it.
    return payInvoice(invoiceId).then(({ status }) => status === 'paid', isPaidAlready);
  };

  return async (invoiceId) => {
    let outcome: FormError | undefined;
    const failed = await catchUncertain(PAYMENT_FAILED, async () => {
      outcome = await pay(invoiceId);
    });
    if (!failed && !outcome && !(await waitUntilPaid(invoiceId))) outcome = PROCESSING;
    await reload();
    return failed ?? outcome;
  };
}

/** In the meantime, for example by an automatic retry. */
function isPaidAlready(error: unknown): boolean {
  return isApiError(error, 'invoice_not_open') && error.details['reason'] === 'paid';
}
