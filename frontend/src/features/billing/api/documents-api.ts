import { queryOptions } from '@tanstack/react-query';
import type {
  BillingDetails,
  CorrectInvoiceRequest,
  InvoiceCorrection,
  InvoiceCorrectionList,
  SaveBillingDetailsRequest,
} from '@subscription-site/shared/contracts';
import { ACCOUNT_PATH } from '@subscription-site/shared/paths';
import { callApi } from '../../../lib/api/client';
import { downloadFile } from '../../../lib/api/download-file';
import { billingKeys } from './queries';

const BILLING_DETAILS_PATH = `${ACCOUNT_PATH}/billing-details`;
const CORRECTIONS_PATH = `${ACCOUNT_PATH}/invoice-corrections`;

export const billingDetailsQuery = queryOptions({
  queryKey: [...billingKeys.lists, 'details'],
  queryFn: () => callApi<BillingDetails>(BILLING_DETAILS_PATH, { method: 'GET' }),
});

export const saveBillingDetails = (body: SaveBillingDetailsRequest) =>
  callApi<BillingDetails>(BILLING_DETAILS_PATH, { method: 'PUT', body });

/** Saves the PDF of an invoice or its receipt. */
export const downloadDocument = (invoiceId: string, kind: 'pdf' | 'receipt') =>
  downloadFile(`${ACCOUNT_PATH}/invoices/${encodeURIComponent(invoiceId)}/${kind}`);

/** IDs of the invoices that show outdated billing details. */
export const correctableQuery = queryOptions({
  queryKey: [...billingKeys.lists, 'correctable'],
  queryFn: async () => (await callApi<InvoiceCorrectionList>(CORRECTIONS_PATH, { method: 'GET' })).invoiceIds,
});

/** Reissues an invoice with the current billing details. */
export const correctInvoice = (invoiceId: string) =>
  callApi<InvoiceCorrection>(CORRECTIONS_PATH, { body: { invoiceId } satisfies CorrectInvoiceRequest });
