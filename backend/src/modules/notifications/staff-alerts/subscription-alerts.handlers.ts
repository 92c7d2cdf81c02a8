import type { SubscriptionMismatchKind } from '@subscription-site/shared/contracts';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { EventHandler, RetryLater, type Delivery } from '../../../platform/outbox/event-handler.js';
import { invoiceNotIssued, earlyFraudWarningReceived } from '../../billing/index.js';
import {
  accessUnconfirmed,
  cancellationSubmissionProcessed,
  CancellationSubmissions,
  subscriptionDisputed,
  subscriptionMismatchFound,
  withdrawalUnconfirmed,
  type SubscriptionDisputedPayload,
} from '../../subscriptions/index.js';
import { AlertStaff } from './alert-staff.js';
import { AlertedCustomers } from './alerted-customers.js';

/** Statuses that staff need to know about. The others result from their own actions. */
const REPORTED = ['needs_response', 'warning_needs_response', 'won', 'lost'];

/** Alerts staff to a disputed payment, and to the bank's decision. */
@Injectable()
export class SendDisputeAlert extends EventHandler<SubscriptionDisputedPayload> {
  override readonly id = 'send-dispute-alert';
  override readonly event = subscriptionDisputed;

  constructor(
    private readonly customers: AlertedCustomers,
    private readonly alertStaff: AlertStaff,
  ) {
    super();
  }

  override async handle(dispute: SubscriptionDisputedPayload): Promise<void> {
    const { paymentIntentId: paymentId, amountCents, currency, reason, status, evidenceDueAt } = dispute;
    if (!REPORTED.includes(status)) return;
    // Each dispute has its own deadline, so no alert is held back.
    await this.alertStaff.alert(`dispute:${paymentId}:${status}`, 'payment-disputed', {
      ...(await this.customers.find(dispute.userId)),
      paymentId,
      amountCents,
      currency,
      reason,
      status,
      evidenceDueAt,
    });
  }
}

/** Alerts staff when access continues unconfirmed because the payment provider is unavailable. */
@Injectable()
export class SendAccessUnconfirmedAlert extends EventHandler<{ subscriptionId: string }> {
  override readonly id = 'send-access-unconfirmed-alert';
  override readonly event = accessUnconfirmed;

  constructor(private readonly alertStaff: AlertStaff) {
    super();
  }

  override async handle({ subscriptionId }: { subscriptionId: string }): Promise<void> {
    await this.alertStaff.alert('access-unconfirmed', 'access-unconfirmed', { subscriptionId });
  }
}

interface Mismatch {
  providerSubscriptionId: string;
  kind: SubscriptionMismatchKind;
}

/** Alerts staff to a subscription at the provider that doesn't match ours. */
@Injectable()
export class SendMismatchAlert extends EventHandler<Mismatch> {
  override readonly id = 'send-mismatch-alert';
  override readonly event = subscriptionMismatchFound;

  constructor(private readonly alertStaff: AlertStaff) {
    super();
  }

  override async handle({ providerSubscriptionId, kind }: Mismatch): Promise<void> {
    const params = { providerSubscriptionId, kind };
    await this.alertStaff.alert(`subscription-mismatch:${kind}`, 'subscription-mismatch', params);
  }
}

/** How long an alert waits for the customer's account, which is created after the payment. */
const WAIT_SECONDS = 60;
const CHECK_SECONDS = 5;

/** Alerts staff to a payment that the card network expects to be disputed. */
@Injectable()
export class SendFraudWarningAlert extends EventHandler<{ paymentIntentId: string }> {
  override readonly id = 'send-fraud-warning-alert';
  override readonly event = earlyFraudWarningReceived;

  constructor(
    private readonly customers: AlertedCustomers,
    private readonly alertStaff: AlertStaff,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async handle(
    { paymentIntentId: paymentId }: { paymentIntentId: string },
    { createdAt }: Delivery,
  ): Promise<void> {
    const found = await this.customers.findByPayment(paymentId);
    if (!found.customer && this.clock.in(-WAIT_SECONDS) < createdAt)
      throw new RetryLater(this.clock.in(CHECK_SECONDS), 'the customer is not known yet');
    const params = { ...found, paymentId };
    await this.alertStaff.alert(`fraud-warning:${paymentId}`, 'fraud-warning', params);
  }
}

/** Alerts staff to an invoice that the provider couldn't issue. */
@Injectable()
export class SendInvoiceNotIssuedAlert extends EventHandler<{ providerInvoiceId: string }> {
  override readonly id = 'send-invoice-not-issued-alert';
  override readonly event = invoiceNotIssued;

  constructor(private readonly alertStaff: AlertStaff) {
    super();
  }

  override async handle({ providerInvoiceId: invoiceId }: { providerInvoiceId: string }): Promise<void> {
    await this.alertStaff.alert(`invoice-not-issued:${invoiceId}`, 'invoice-not-issued', { invoiceId });
  }
}

/** Outcomes of a cancellation that promise a reply. */
const NEEDS_REPLY: readonly (string | null)[] = ['unmatched', 'no_subscription', 'later_date'];

/** Alerts staff to a cancellation or withdrawal that needs a reply. */
@Injectable()
export class SendCancellationReviewAlert extends EventHandler<{ submissionId: string }> {
  override readonly id = 'send-cancellation-review-alert';
  override readonly event = cancellationSubmissionProcessed;

  constructor(
    private readonly submissions: CancellationSubmissions,
    private readonly alertStaff: AlertStaff,
  ) {
    super();
  }

  override async handle({ submissionId }: { submissionId: string }): Promise<void> {
    const submission = await this.submissions.find(submissionId);
    if (!submission || (submission.reason === null && !NEEDS_REPLY.includes(submission.outcome))) return;
    const { reference, outcome } = submission;
    const params = { reference, outcome };
    await this.alertStaff.alert('cancellation-submission', 'cancellation-needs-review', params);
  }
}

/** Alerts staff to a withdrawal whose refund the customer hasn't confirmed. */
@Injectable()
export class SendUnconfirmedWithdrawalAlert extends EventHandler<{ submissionId: string }> {
  override readonly id = 'send-unconfirmed-withdrawal-alert';
  override readonly event = withdrawalUnconfirmed;

  constructor(
    private readonly submissions: CancellationSubmissions,
    private readonly alertStaff: AlertStaff,
  ) {
    super();
  }

  override async handle({ submissionId }: { submissionId: string }): Promise<void> {
    const submission = await this.submissions.findUnconfirmedWithdrawal(submissionId);
    if (!submission) return;
    const { reference } = submission;
    await this.alertStaff.alert('withdrawal-unconfirmed', 'withdrawal-unconfirmed', { reference });
  }
}
