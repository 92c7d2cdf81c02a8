import type { PayInvoiceResponse } from '@subscription-site/shared/contracts';
import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { RateLimitedError } from '../../../platform/domain-error.js';
import {
  InvoicesPort,
  InvoicesRepository,
  PaymentMethodsPort,
  ProviderCustomers,
  type ProviderInvoice,
} from '../../billing/index.js';
import { PaymentDeclinedError } from '../changes/change-errors.js';
import { FindPayableInvoice } from './find-payable-invoice.js';
import { RefreshInvoice } from './refresh-invoice.js';

/** By the customer, for each invoice. The provider's own retries don't count. */
const MAX_ATTEMPTS = 5;
/** The invoice is closed by the provider before it could be tried again. */
const CLOSED_WITHIN_SECONDS = 30 * 86_400;
const TOO_MANY_ATTEMPTS = 'Too many attempts to pay this invoice. Add another card to pay it.';

const AUTHENTICATION_FAILED = 'payment_intent_authentication_failure';

/** Pays a customer's open invoice. */
@Injectable()
export class PayInvoice {
  constructor(
    private readonly findPayableInvoice: FindPayableInvoice,
    private readonly refreshInvoice: RefreshInvoice,
    private readonly providerInvoices: InvoicesPort,
    private readonly methods: PaymentMethodsPort,
    private readonly customerIds: ProviderCustomers,
    private readonly invoices: InvoicesRepository,
  ) {}

  /** With the card that is the default now. Throws `not_found`, `invoice_not_open`, `payment_declined` and `rate_limited`. */
  async pay(userId: string, invoiceId: string): Promise<PayInvoiceResponse> {
    const { stored, current, subscription } = await this.findPayableInvoice.find(userId, invoiceId);
    if (current.isProcessing) return { status: 'processing' };
    if (!(await this.invoices.countCustomerAttempt(invoiceId, MAX_ATTEMPTS)))
      throw new RateLimitedError(CLOSED_WITHIN_SECONDS, TOO_MANY_ATTEMPTS);
    const paymentMethodId = subscription.paymentMethodId ?? (await this.findDefaultCard(userId));
    const key = `invoice:${invoiceId}:card:${paymentMethodId}:after:${getPreviousAttempt(current, paymentMethodId)}`;
    const { status, clientSecret, failureCode } = await this.providerInvoices.pay({
      invoiceId,
      paymentMethodId,
      key,
    });
    await this.refreshInvoice.refresh(stored);
    if (status === 'declined') throw new PaymentDeclinedError(failureCode, 'this invoice is still open');
    return { status, ...(clientSecret && { clientSecret }) };
  }

  /** Without a default, the latest. */
  private async findDefaultCard(userId: string): Promise<string | undefined> {
    const customerId = await this.customerIds.findIdByUser(userId);
    const found = customerId && (await this.methods.findCards(customerId));
    return found ? (found.defaultId ?? found.cards[0]?.id) : undefined;
  }
}

/**
 * Concurrent calls follow the same charge and share its key, so only one of them charges. Without a charge to follow, the next attempt
 * needs a new key: after a failed authentication, nothing is charged unless the customer confirms it; and if the payment waits for the
 * confirmation of another card, the invoice still has only one payment, which succeeds once.
 */
function getPreviousAttempt(
  { failureCode, lastChargeId, requiresAction, paymentMethodId }: ProviderInvoice,
  card: string | undefined,
): string {
  const waitsForOtherCard = requiresAction && paymentMethodId !== card;
  return failureCode === AUTHENTICATION_FAILED || waitsForOtherCard ? uuid() : (lastChargeId ?? 'none');
}
