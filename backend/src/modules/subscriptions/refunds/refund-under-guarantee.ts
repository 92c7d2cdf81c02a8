import type { RefundResult } from '@subscription-site/shared/contracts';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { normalizeEmail, Users } from '../../auth/index.js';
import { PaymentIntentsPort } from '../../billing/index.js';
import { NoSubscriptionError } from '../changes/change-errors.js';
import { guaranteeEndsAt, isCoveredByGuarantee } from '../subscription.js';
import { SubscriptionPayments } from '../subscription-payments.js';
import { SubscriptionsRepository } from '../subscriptions.repository.js';
import { GuaranteeRefundsRepository, type Person } from './guarantee-refunds.repository.js';
import { NotRefundableError } from './refund-errors.js';
import { RequestRefund } from './request-refund.js';

/** The money-back guarantee: customers get back what they paid for a plan, once per account, email address and card. */
@Injectable()
export class RefundUnderGuarantee {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly payments: SubscriptionPayments,
    private readonly guaranteeRefunds: GuaranteeRefundsRepository,
    private readonly requestRefund: RequestRefund,
    private readonly paymentIntents: PaymentIntentsPort,
    private readonly users: Users,
    private readonly clock: Clock,
  ) {}

  /**
   * Refunds everything paid for the plan and ends it, unless it has ended. Repeated calls refund once. `withdrawal`: the submission that
   * is confirmed only now. Throws `no_subscription` and `not_refundable`.
   */
  async refund(userId: string, withdrawal?: { id: string; receivedAt: Date }): Promise<RefundResult> {
    const subscription = await this.subscriptions.findLatestByUser(userId);
    if (!subscription) throw new NoSubscriptionError();
    const paymentIntentId = await this.payments.findFirst(subscription);
    if (!paymentIntentId) throw new NotRefundableError('no_payment');
    const earlier = await this.requestRefund.findEarlier(paymentIntentId);
    if (earlier) return earlier;
    const { id, status } = subscription;
    const endedByDispute = await this.subscriptions.isEndedByDispute(id);
    if (!withdrawal && !isCoveredByGuarantee({ status, endedByDispute })) throw new NoSubscriptionError();
    if ((withdrawal?.receivedAt ?? this.clock.now()) >= guaranteeEndsAt(subscription.createdAt))
      throw new NotRefundableError('too_late');
    await this.requestRefund.refundableCents(paymentIntentId);
    const person = await this.findPerson(userId, paymentIntentId);
    const check = async (): Promise<void> => {
      if (!(await this.guaranteeRefunds.add(person, subscription)))
        throw new NotRefundableError('used_before');
    };
    const terms = { paymentIntentId, endSubscription: true };
    return this.requestRefund.request(id, terms, {
      allowEnded: true,
      check,
      submissionId: withdrawal?.id,
    });
  }

  private async findPerson(userId: string, paymentIntentId: string): Promise<Person> {
    const intent = await this.paymentIntents.find(paymentIntentId);
    const user = (await this.users.findById(userId))!;
    const cardFingerprint = intent?.cardFingerprint ?? null;
    return { userId, email: normalizeEmail(user.email), cardFingerprint };
  }
}
