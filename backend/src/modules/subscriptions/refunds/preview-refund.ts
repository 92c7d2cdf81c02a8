import type { RefundPreview } from '@subscription-site/shared/contracts';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { normalizeEmail } from '../../auth/index.js';
import { InvoicesPort, PaymentIntentsPort, type PaymentIntent } from '../../billing/index.js';
import { NoSubscriptionError } from '../changes/change-errors.js';
import { refundableUntil } from '../subscription.js';
import { SubscriptionPayments } from '../subscription-payments.js';
import type { SubscriptionEntity } from '../subscription.entity.js';
import { SubscriptionsRepository } from '../subscriptions.repository.js';
import { GuaranteeRefundsRepository } from './guarantee-refunds.repository.js';
import { NotRefundableError } from './refund-errors.js';

/** What a refund under the money-back guarantee would return: the first payment and all later ones. */
@Injectable()
export class PreviewRefund {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly payments: SubscriptionPayments,
    private readonly guaranteeRefunds: GuaranteeRefundsRepository,
    private readonly paymentIntents: PaymentIntentsPort,
    private readonly invoices: InvoicesPort,
    private readonly clock: Clock,
  ) {}

  /** Throws `no_subscription`, `not_refundable` and `payment_provider_unavailable`. */
  async previewForUser(userId: string, email: string): Promise<RefundPreview> {
    const emailHash = this.guaranteeRefunds.hashEmail(normalizeEmail(email));
    const found = await this.subscriptions.findAccount({ userId, emailHash });
    const subscription = found && (await this.subscriptions.findLatestByUser(userId));
    if (!subscription) throw new NoSubscriptionError();
    if (!refundableUntil(found, this.clock.now()))
      throw new NotRefundableError(found.guaranteeUsed ? 'used_before' : 'too_late');
    const preview = await this.preview(subscription);
    if (!preview) throw new NotRefundableError('no_payment');
    return preview;
  }

  /** Null if nothing was paid. Throws `payment_provider_unavailable`. */
  async preview(subscription: SubscriptionEntity): Promise<RefundPreview | null> {
    const { providerSubscriptionId } = subscription;
    const firstId = await this.payments.findFirst(subscription);
    const laterIds = providerSubscriptionId
      ? await this.invoices.findLaterIntentIds(providerSubscriptionId)
      : [];
    const first = firstId ? await this.paymentIntents.find(firstId) : undefined;
    if (!first) return null;
    const later = await Promise.all(laterIds.map((id) => this.paymentIntents.find(id)));
    const paid = [first, ...later].filter((intent) => intent !== undefined);
    const amountCents = paid.reduce(
      (sum, { receivedCents, refundedCents }) => sum + receivedCents - refundedCents,
      0,
    );
    return { amountCents, currency: first.currency, card: findOnlyCard(paid) };
  }
}

/** Null if different cards have paid. */
function findOnlyCard([first, ...others]: readonly PaymentIntent[]): PaymentIntent['card'] {
  const card = first?.card ?? null;
  const isSame = ({ card: other }: PaymentIntent) =>
    other?.brand === card?.brand && other?.last4 === card?.last4;
  return others.every(isSame) ? card : null;
}
