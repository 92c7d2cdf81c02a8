import { MONEY_BACK_DAYS } from '@subscription-site/shared/plans';
import { DomainError } from '../../../platform/domain-error.js';

/** Why a payment can't be refunded. */
export type RefundObstacle =
  | 'too_late'
  | 'already_refunded'
  | 'used_before'
  | 'disputed'
  | 'no_payment'
  | 'amount';

const OBSTACLES: Record<RefundObstacle, string> = {
  too_late: `Our money-back guarantee covers the first ${MONEY_BACK_DAYS} days. You can still cancel your plan.`,
  already_refunded: 'This payment has already been refunded.',
  used_before:
    'Our money-back guarantee can be used once per account, email address, and card. You can still cancel your plan.',
  disputed: "This payment is being disputed, so it can't be refunded.",
  no_payment:
    "There's no payment to refund. If you paid for this plan with account credit, contact support to cancel the plan and get your credit back.",
  amount: "The amount exceeds what's left to refund.",
};

/** The payment can't be refunded; `details.reason` says why. */
export class NotRefundableError extends DomainError {
  constructor(reason: RefundObstacle) {
    super('conflict', 'not_refundable', OBSTACLES[reason], { details: { reason } });
  }
}
