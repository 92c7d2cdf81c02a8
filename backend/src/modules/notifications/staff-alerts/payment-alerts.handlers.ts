import { Injectable } from '@nestjs/common';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import {
  checkoutNeedsReview,
  checkoutRefundFailed,
  CheckoutReviews,
  checkoutUnclaimed,
  FailingPayments,
  UnclaimedPayments,
} from '../../checkout/index.js';
import {
  firstInvoiceDiffers,
  type FirstInvoiceDiffersPayload,
  recurringSetupFailed,
  subscriptionCancellationFailed,
  SubscriptionCancellations,
  Subscriptions,
} from '../../subscriptions/index.js';
import { AlertStaff } from './alert-staff.js';
import { AlertedCustomers } from './alerted-customers.js';

// These handlers send nothing if the problem was resolved in the meantime.

/** Alerts staff to a payment that waits for review. */
@Injectable()
export class SendPaymentReviewAlert extends EventHandler<{ checkoutId: string }> {
  override readonly id = 'send-payment-review-alert';
  override readonly event = checkoutNeedsReview;

  constructor(
    private readonly reviews: CheckoutReviews,
    private readonly alertStaff: AlertStaff,
  ) {
    super();
  }

  override async handle({ checkoutId }: { checkoutId: string }): Promise<void> {
    const review = await this.reviews.find(checkoutId);
    if (!review) return;
    const { cause, details, paymentId, amountCents, paid } = review;
    await this.alertStaff.alert(`payment-review:${cause}`, 'payment-needs-review', {
      cause,
      details,
      paymentId,
      amountCents,
      paid,
    });
  }
}

/** Alerts staff to a payment without a valid email address. */
@Injectable()
export class SendUnclaimedPaymentAlert extends EventHandler<{ checkoutId: string }> {
  override readonly id = 'send-unclaimed-payment-alert';
  override readonly event = checkoutUnclaimed;

  constructor(
    private readonly unclaimedPayments: UnclaimedPayments,
    private readonly alertStaff: AlertStaff,
  ) {
    super();
  }

  override async handle({ checkoutId }: { checkoutId: string }): Promise<void> {
    const payment = await this.unclaimedPayments.find(checkoutId);
    if (!payment) return;
    const { paymentIntentId, amountCents, currency, email } = payment;
    await this.alertStaff.alert('payment-unclaimed', 'payment-unclaimed', {
      paymentId: paymentIntentId,
      amountCents,
      currency,
      ...(email === null ? {} : { email }),
    });
  }
}

/** Alerts staff to a customer whose recurring billing couldn't be set up. */
@Injectable()
export class SendRecurringSetupFailedAlert extends EventHandler<{ subscriptionId: string }> {
  override readonly id = 'send-recurring-setup-failed-alert';
  override readonly event = recurringSetupFailed;

  constructor(
    private readonly failing: FailingPayments,
    private readonly customers: AlertedCustomers,
    private readonly alertStaff: AlertStaff,
  ) {
    super();
  }

  override async handle({ subscriptionId }: { subscriptionId: string }): Promise<void> {
    const setup = await this.failing.findSetup(subscriptionId);
    if (!setup) return;
    const { userId, paymentId, amountCents, currency, reason } = setup;
    await this.alertStaff.alert('recurring-setup', 'recurring-setup-failed', {
      ...(await this.customers.find(userId)),
      paymentId,
      amountCents,
      currency,
      reason,
    });
  }
}

/** Alerts staff to a first invoice whose total isn't what the customer has paid. */
@Injectable()
export class SendFirstInvoiceDiffersAlert extends EventHandler<FirstInvoiceDiffersPayload> {
  override readonly id = 'send-first-invoice-differs-alert';
  override readonly event = firstInvoiceDiffers;

  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly customers: AlertedCustomers,
    private readonly alertStaff: AlertStaff,
  ) {
    super();
  }

  override async handle({ subscriptionId, ...amounts }: FirstInvoiceDiffersPayload): Promise<void> {
    const subscription = await this.subscriptions.findById(subscriptionId);
    const customer = await this.customers.find(subscription?.userId);
    // One alert each: every customer is owed, or owes, a different amount.
    await this.alertStaff.alert(`first-invoice-differs:${amounts.invoiceId}`, 'first-invoice-differs', {
      ...customer,
      ...amounts,
    });
  }
}

/** Alerts staff to a buyer who hasn't received their refund. */
@Injectable()
export class SendRefundFailedAlert extends EventHandler<{ checkoutId: string }> {
  override readonly id = 'send-refund-failed-alert';
  override readonly event = checkoutRefundFailed;

  constructor(
    private readonly failing: FailingPayments,
    private readonly customers: AlertedCustomers,
    private readonly alertStaff: AlertStaff,
  ) {
    super();
  }

  override async handle({ checkoutId }: { checkoutId: string }): Promise<void> {
    const refund = await this.failing.findRefund(checkoutId);
    if (!refund) return;
    const { userId, paymentId, amountCents, currency, reason } = refund;
    const customer = await this.customers.find(userId);
    const params = { ...customer, paymentId, amountCents, currency, reason };
    await this.alertStaff.alert(`refund:${paymentId}`, 'refund-failed', params);
  }
}

/** Alerts staff to a deleted user who could still be charged. */
@Injectable()
export class SendFailedCancellationAlert extends EventHandler<{ userId: string }> {
  override readonly id = 'send-failed-cancellation-alert';
  override readonly event = subscriptionCancellationFailed;

  constructor(
    private readonly cancellations: SubscriptionCancellations,
    private readonly alertStaff: AlertStaff,
  ) {
    super();
  }

  override async handle({ userId }: { userId: string }): Promise<void> {
    const cancellation = await this.cancellations.findFailed(userId);
    if (!cancellation) return;
    const reason = cancellation.lastError ?? 'unknown';
    await this.alertStaff.alert(`plan-ending:${userId}`, 'cancellation-failed', { userId, reason });
  }
}
