import type { ReviewCause } from '@subscription-site/shared/contracts';
import type { BillingInterval, PaidPlan } from '@subscription-site/shared/plans';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';
import type { PaymentMismatch } from '../domain/payment-mismatch.js';

/** A payment under review. */
export interface CheckoutReview {
  checkoutId: string;
  userId: string | null;
  /** ID of the payment intent or hosted session. */
  paymentId: string;
  plan: PaidPlan;
  interval: BillingInterval;
  amountCents: number;
  email: string | null;
  cause: ReviewCause;
  details: string;
  paidAt: Date;
  dueAt: Date;
}

/** A refund that keeps failing at the provider. */
export interface FailingRefund {
  checkoutId: string;
  userId: string | null;
  paymentId: string;
  email: string | null;
  amountCents: number;
  failures: number;
  reason: string;
}

const REVIEW = `select c.id as "checkoutId", c.user_id as "userId",
    coalesce(c.payment_intent_id, c.hosted_session_id) as "paymentId", c.plan, c.billing_interval as "interval",
    c.amount_cents as "amountCents", c.email, c.review_cause as cause, c.review_details as details, c.paid_at as "paidAt",
    c.review_due_at as "dueAt"
  from checkouts c where c.status = 'needs_review'`;

const FAILING_REFUND = `select id as "checkoutId", user_id as "userId",
    coalesce(payment_intent_id, hosted_session_id) as "paymentId", email, amount_cents as "amountCents",
    refund_failures as failures, last_error as reason
  from checkouts where status = 'refund_due' and refund_failures > 0`;

/** Checkouts whose payment or refund needs staff attention. */
@Injectable()
export class CheckoutReviewsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Stores the payer as a contact if no buyer was prepared, and deletes the password hash. */
  async hold(
    id: string,
    { cause, details }: PaymentMismatch,
    payer: { email: string | null; name: string | null },
  ): Promise<void> {
    await this.database.query({
      text: `update checkouts set status = 'needs_review', review_cause = $2, review_details = $3, review_due_at = $6,
               email = coalesce(email, $4), full_name = coalesce(full_name, $5), password_hash = null,
               paid_at = coalesce(paid_at, $6), updated_at = $6 where id = $1`,
      values: [id, cause, details, payer.email, payer.name, this.clock.now()],
    });
  }

  async find(checkoutId: string): Promise<CheckoutReview | undefined> {
    const [row] = await this.database.query<CheckoutReview>({
      text: `${REVIEW} and c.id = $1`,
      values: [checkoutId],
    });
    return row;
  }

  /** Longest waiting first. */
  list(limit: number): Promise<CheckoutReview[]> {
    return this.database.query<CheckoutReview>({
      text: `${REVIEW} order by c.review_due_at limit $1`,
      values: [limit],
    });
  }

  /** Whether the browser with this cookie hash has a payment under review. */
  async existsForCookie(cookieHash: string): Promise<boolean> {
    const rows = await this.database.query({
      text: `select 1 from checkouts where cookie_hash = $1 and status = 'needs_review' limit 1`,
      values: [cookieHash],
    });
    return rows.length > 0;
  }

  /** Returns the total number of failures. */
  async recordRefundFailure(id: string, reason: string): Promise<number> {
    const [row] = await this.database.query<{ failures: number }>({
      text: `update checkouts set refund_failures = refund_failures + 1, last_error = $2, updated_at = $3 where id = $1
             returning refund_failures as failures`,
      values: [id, reason, this.clock.now()],
    });
    return row?.failures ?? 0;
  }

  /** Refunds with at least `minFailures` failures, longest waiting first. */
  listFailingRefunds(minFailures: number, limit: number): Promise<FailingRefund[]> {
    return this.database.query<FailingRefund>({
      text: `${FAILING_REFUND} and refund_failures >= $1 order by paid_at limit $2`,
      values: [minFailures, limit],
    });
  }

  async findFailingRefund(checkoutId: string): Promise<FailingRefund | undefined> {
    const [row] = await this.database.query<FailingRefund>({
      text: `${FAILING_REFUND} and id = $1`,
      values: [checkoutId],
    });
    return row;
  }
}
