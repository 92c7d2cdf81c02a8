import type {
  CancellationFeedback,
  CardSetupResponse,
  ConfirmChangeResponse,
  InvoiceList,
  PayInvoiceResponse,
  PaymentMethodItem,
  PaymentMethodList,
  QuoteRequest,
  RefundPreview,
  RefundResult,
  ScheduledCancellation,
  SubscriptionQuote,
} from '@subscription-site/shared/contracts';
import { ACCOUNT_PATH } from '@subscription-site/shared/paths';
import { callApi } from '../../../lib/api/client';
import { SUBSCRIPTION_PATH } from '../../../lib/session/account-subscription';

const CARDS_PATH = `${ACCOUNT_PATH}/payment-methods`;
const INVOICES_PATH = `${ACCOUNT_PATH}/invoices`;

export const requestQuote = (change: QuoteRequest) =>
  callApi<SubscriptionQuote>(`${SUBSCRIPTION_PATH}/quotes`, { body: change });

/** Confirming the same quote again returns the same result. */
export const confirmChange = (quoteId: string) =>
  callApi<ConfirmChangeResponse>(`${SUBSCRIPTION_PATH}/changes`, { body: { quoteId } });

export const undoScheduledChange = () =>
  callApi<void>(`${SUBSCRIPTION_PATH}/changes/pending`, { method: 'DELETE' });

export const cancelPlan = () => callApi<ScheduledCancellation>(`${SUBSCRIPTION_PATH}/cancellation`);

export const resumePlan = () => callApi<void>(`${SUBSCRIPTION_PATH}/cancellation`, { method: 'DELETE' });

export const sendFeedback = (feedback: CancellationFeedback) =>
  callApi<void>(`${SUBSCRIPTION_PATH}/cancellation/feedback`, { method: 'PUT', body: feedback });

/** What {@link requestRefund} would return. */
export const fetchRefundPreview = () =>
  callApi<RefundPreview>(`${SUBSCRIPTION_PATH}/refund`, { method: 'GET' });

/** Refunds everything paid for the plan and ends it. */
export const requestRefund = () => callApi<RefundResult>(`${SUBSCRIPTION_PATH}/refund`);

export async function fetchCards(): Promise<PaymentMethodItem[]> {
  return (await callApi<PaymentMethodList>(CARDS_PATH, { method: 'GET' })).items;
}

/** Starts adding a card. */
export const setUpCard = () => callApi<CardSetupResponse>(`${CARDS_PATH}/setup`);

/** Also pays open invoices with the card. */
export const makeCardDefault = (id: string) =>
  callApi<void>(`${CARDS_PATH}/${encodeURIComponent(id)}/default`);

export const removeCard = (id: string) =>
  callApi<void>(`${CARDS_PATH}/${encodeURIComponent(id)}`, { method: 'DELETE' });

export const fetchInvoices = (cursor?: string) =>
  callApi<InvoiceList>(cursor ? `${INVOICES_PATH}?cursor=${encodeURIComponent(cursor)}` : INVOICES_PATH, {
    method: 'GET',
  });

/** Charges the default card. */
export const payInvoice = (id: string) =>
  callApi<PayInvoiceResponse>(`${INVOICES_PATH}/${encodeURIComponent(id)}/pay`);
