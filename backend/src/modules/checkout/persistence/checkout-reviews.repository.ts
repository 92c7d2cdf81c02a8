import type { ReviewCause } from '@subscription-site/shared/contracts';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import type { PaymentMismatch } from '../domain/payment-mismatch.js';
import { CheckoutEntity } from './checkout.entity.js';
import { CheckoutsRepository, getPaymentId } from './checkouts.repository.js';
import { getPaidAmount, getPaidOrDueAmount, type Paid } from './paid.js';

/** A payment under review. */
export interface CheckoutReview extends Pick<
  CheckoutEntity,
  'userId' | 'plan' | 'interval' | 'amountCents' | 'email'
> {
  checkoutId: string;
  /** ID of the payment intent or hosted session. */
  paymentId: string;
  cause: ReviewCause;
  details: string;
  /** Null for a payment from before it was stored. */
  paid: Paid | null;
  paidAt: Date;
  dueAt: Date;
}

/** A refund that keeps failing at the provider. */
export interface FailingRefund extends Pick<CheckoutEntity, 'userId' | 'email'>, Paid {
  checkoutId: string;
  paymentId: string;
  failures: number;
  reason: string;
}

/** Checkouts whose payment or refund needs staff attention. */
@Injectable()
export class CheckoutReviewsRepository {
  constructor(
    private readonly checkouts: CheckoutsRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the payer as a contact if no buyer was prepared, and deletes the password hash. Requires the transaction that has locked
   * the checkout.
   */
  hold(
    checkout: CheckoutEntity,
    { cause, details }: PaymentMismatch,
    payer: { email: string | null; name: string | null },
  ): void {
    const now = this.clock.now();
    checkout.status = 'needs_review';
    checkout.reviewCause = cause;
    checkout.reviewDetails = details;
    checkout.reviewDueAt = now;
    checkout.email ??= payer.email;
    checkout.fullName ??= payer.name;
    checkout.passwordHash = null;
    checkout.updatedAt = now;
  }

  async find(id: string): Promise<CheckoutReview | null> {
    const checkout = await this.database.em.findOne(CheckoutEntity, { id, status: 'needs_review' });
    return checkout && toReview(checkout);
  }

  /** Longest waiting first. */
  async list(limit: number): Promise<CheckoutReview[]> {
    const checkouts = await this.database.em.find(
      CheckoutEntity,
      { status: 'needs_review' },
      { orderBy: { reviewDueAt: 'asc' }, limit },
    );
    return checkouts.map(toReview);
  }

  /** Whether the browser with this cookie hash has a payment under review. */
  async existsForCookie(cookieHash: string): Promise<boolean> {
    return (await this.database.em.count(CheckoutEntity, { cookieHash, status: 'needs_review' })) > 0;
  }

  /** Returns the total number of failures. Requires a transaction. */
  async recordRefundFailure(id: string, reason: string): Promise<number> {
    const checkout = await this.checkouts.lock(id);
    checkout.refundFailures += 1;
    checkout.lastError = reason;
    checkout.updatedAt = this.clock.now();
    return checkout.refundFailures;
  }

  /** Refunds with at least `minFailures` failures, longest waiting first. */
  async listFailingRefunds(minFailures: number, limit: number): Promise<FailingRefund[]> {
    const checkouts = await this.database.em.find(
      CheckoutEntity,
      { status: 'refund_due', refundFailures: { $gte: minFailures } },
      { orderBy: { paidAt: 'asc' }, limit },
    );
    return checkouts.map(toFailingRefund);
  }

  async findFailingRefund(id: string): Promise<FailingRefund | null> {
    const failing = { id, status: 'refund_due', refundFailures: { $gt: 0 } } as const;
    const checkout = await this.database.em.findOne(CheckoutEntity, failing);
    return checkout && toFailingRefund(checkout);
  }
}

function toReview(checkout: CheckoutEntity): CheckoutReview {
  const { id, userId, plan, interval, amountCents, email } = checkout;
  return {
    checkoutId: id,
    userId,
    paymentId: getPaymentId(checkout),
    plan,
    interval,
    amountCents,
    email,
    cause: checkout.reviewCause!,
    details: checkout.reviewDetails!,
    paid: getPaidAmount(checkout),
    paidAt: checkout.paidAt!,
    dueAt: checkout.reviewDueAt!,
  };
}

function toFailingRefund(checkout: CheckoutEntity): FailingRefund {
  const { id, userId, email, refundFailures, lastError } = checkout;
  return {
    checkoutId: id,
    userId,
    paymentId: getPaymentId(checkout),
    email,
    ...getPaidOrDueAmount(checkout),
    failures: refundFailures,
    reason: lastError!,
  };
}
