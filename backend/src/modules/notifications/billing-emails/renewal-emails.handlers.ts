import { getPaymentFailure } from '@subscription-site/shared/payment-failures';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { EventHandler, RetryLater, type Delivery } from '../../../platform/outbox/event-handler.js';
import { AccountDeletions } from '../../auth/index.js';
import { invoicePaid, invoicePaymentFailed, InvoicesRepository, type Invoice } from '../../billing/index.js';
import {
  accessEndsAt,
  isEnded,
  getNextTerms,
  Subscriptions,
  type Subscription,
} from '../../subscriptions/index.js';
import { BillingNotifier } from '../core/billing-notifier.js';
import { UserNotifier } from '../core/user-notifier.js';

interface InvoiceEvent {
  providerInvoiceId: string;
  providerSubscriptionId: string;
}

/** How long an email waits for the provider to report what a payment or its failure does to the subscription. */
const WAIT_SECONDS = 60;
const CHECK_SECONDS = 5;

/**
 * Emails a receipt for a renewal or a plan change. The welcome email is the receipt of the first payment.
 */
@Injectable()
export class SendReceiptEmail extends EventHandler<InvoiceEvent & { recovered: boolean }> {
  override readonly id = 'send-receipt-email';
  override readonly event = invoicePaid;

  constructor(
    private readonly notifier: BillingNotifier,
    private readonly invoices: InvoicesRepository,
    private readonly subscriptions: Subscriptions,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async handle(
    { providerInvoiceId, providerSubscriptionId, recovered }: InvoiceEvent & { recovered: boolean },
    { createdAt }: Delivery,
  ): Promise<void> {
    const invoice = await this.invoices.find(providerInvoiceId);
    const subscription = await this.subscriptions.findByProviderId(providerSubscriptionId);
    if (!invoice || !subscription || isFirst(invoice) || invoice.amountPaidCents === 0) return;
    const { userId, status } = subscription;
    const { plan, interval } = getPaidTerms(invoice, subscription);
    const isActive = status === 'active';
    // The provider reports the payment and the recovered subscription separately.
    if (recovered && !isActive && !isEnded(status)) waitIfRecent(createdAt, this.clock);
    await this.notifier.send(
      userId,
      'receipt',
      ({ fullName: name }) => ({
        name,
        plan,
        interval,
        amountCents: invoice.amountPaidCents,
        currency: invoice.currency,
        invoiceNumber: invoice.number ?? null,
        paidAt: (invoice.paidAt ?? invoice.issuedAt).toISOString(),
        periodStart: (invoice.periodStart ?? invoice.issuedAt).toISOString(),
        periodEnd: (invoice.periodEnd ?? subscription.currentPeriodEnd).toISOString(),
        recovered: recovered && isActive,
      }),
      `receipt:${subscription.id}:${providerInvoiceId}`,
    );
  }
}

/**
 * Emails the customer about each failed attempt to collect a renewal, and asks once for another card if this one was declined for good.
 * Sends nothing once it is paid.
 */
@Injectable()
export class SendPaymentFailedEmail extends EventHandler<InvoiceEvent & { attempt: number }> {
  override readonly id = 'send-payment-failed-email';
  override readonly event = invoicePaymentFailed;

  constructor(
    private readonly notifier: UserNotifier,
    private readonly invoices: InvoicesRepository,
    private readonly subscriptions: Subscriptions,
    private readonly deletions: AccountDeletions,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async handle(
    { providerInvoiceId, providerSubscriptionId, attempt }: InvoiceEvent & { attempt: number },
    { createdAt }: Delivery,
  ): Promise<void> {
    const invoice = await this.invoices.find(providerInvoiceId);
    const subscription = await this.subscriptions.findByProviderId(providerSubscriptionId);
    if (!invoice || !subscription || invoice.status === 'paid' || invoice.attempts > attempt) return;
    this.waitForDecision(invoice, subscription, createdAt);
    // Voided because the customer canceled, and not because this was the last attempt.
    const isOpen = invoice.status === 'open';
    if (!isOpen && !(await this.subscriptions.isStoppedByDunning(subscription.id))) return;
    const { plan } = getPaidTerms(invoice, subscription);
    const dataKept = isEnded(subscription.status) && !(await this.deletions.find(subscription.userId));
    await this.notifier.send(
      subscription.userId,
      'payment-failed',
      ({ fullName: name }) => ({
        name,
        plan,
        amountCents: invoice.amountRemainingCents,
        currency: invoice.currency,
        failureCode: invoice.failureCode ?? null,
        nextAttemptAt: invoice.nextAttemptAt?.toISOString() ?? null,
        accessUntil: accessUntil(invoice, subscription, this.clock.now())?.toISOString() ?? null,
        dataKept,
      }),
      { dedupeKey: `payment-failed:${subscription.id}:${providerInvoiceId}:${attemptKey(invoice, attempt)}` },
    );
  }

  /** After the last attempt, the provider may cancel the subscription; that event can arrive after this one. */
  private waitForDecision(invoice: Invoice, { status }: Subscription, createdAt: Date): void {
    if (!invoice.nextAttemptAt && (status === 'active' || status === 'past_due'))
      waitIfRecent(createdAt, this.clock);
  }
}

/** The provider counts retries of a card that was declined for good, but doesn't make them, so all but the last share one email. */
function attemptKey({ failureCode, nextAttemptAt }: Invoice, attempt: number): string | number {
  return failureCode && nextAttemptAt && getPaymentFailure(failureCode).final ? failureCode : attempt;
}

/** Throws `RetryLater` within a minute after the event. */
function waitIfRecent(createdAt: Date, clock: Clock): void {
  if (clock.now().getTime() - createdAt.getTime() < WAIT_SECONDS * 1000)
    throw new RetryLater(clock.in(CHECK_SECONDS), 'The subscription is about to change.');
}

/** At the earliest; null once access has ended. */
function accessUntil(invoice: Invoice, subscription: Subscription, now: Date): Date | null {
  const { nextAttemptAt, failureCode, periodStart } = invoice;
  const { status, graceUntil, currentPeriodStart } = subscription;
  if (!nextAttemptAt && status !== 'past_due') return null;
  return accessEndsAt(
    { graceUntil, periodStart: periodStart ?? currentPeriodStart, nextAttemptAt, failureCode },
    now,
  );
}

/** The provider reports a scheduled plan change and its payment separately. */
function getPaidTerms(
  { periodStart }: Invoice,
  subscription: Subscription,
): Pick<Subscription, 'plan' | 'interval'> {
  const { pendingAt } = subscription;
  return pendingAt && periodStart && pendingAt <= periodStart ? getNextTerms(subscription) : subscription;
}

const isFirst = ({ billingReason }: Invoice): boolean => billingReason === 'subscription_create';
