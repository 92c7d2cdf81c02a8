import { DomainError } from '../../../platform/domain-error.js';

/** The customer has no subscription to change. */
export class NoSubscriptionError extends DomainError {
  constructor() {
    super('not_found', 'no_subscription', "You don't have a plan. Choose one on the pricing page.");
  }
}

/** Why a subscription can't be changed now. */
export type ChangeObstacle =
  | 'past_due'
  | 'not_ready'
  | 'cancellation_scheduled'
  | 'no_change'
  | 'already_scheduled'
  | 'in_progress'
  | 'change_due'
  | 'replaced'
  | 'ended';

const OBSTACLES: Record<ChangeObstacle, string> = {
  past_due: 'Pay the open invoice first, then change your plan.',
  not_ready: "We're still setting up your plan. Please try again in a few minutes.",
  cancellation_scheduled: 'Your plan is set to end. Resume it before you change it.',
  no_change: 'You already have this plan.',
  already_scheduled: 'This plan change is already scheduled.',
  in_progress: 'Your last change is still being processed. Please try again in a few minutes.',
  change_due: 'Your scheduled plan change starts within a day. Undo it first, or wait until it has started.',
  replaced: "You've made another change since then. Review your plan and try again.",
  ended: 'Your plan has ended. You can choose a plan again at any time.',
};

/** The state of the subscription does not allow the change; `details.reason` says why. */
export class ChangeNotPossibleError extends DomainError {
  constructor(reason: ChangeObstacle) {
    super('conflict', 'change_not_possible', OBSTACLES[reason], { details: { reason } });
  }
}

/** The quote is too old to be confirmed. */
export class QuoteExpiredError extends DomainError {
  constructor() {
    super('conflict', 'quote_expired', 'This quote has expired. Review the current price and confirm again.');
  }
}

/** The change would now cost another amount, be charged to another card, or start on another date than quoted. Nothing was charged. */
export class QuoteChangedError extends DomainError {
  constructor() {
    super(
      'conflict',
      'quote_changed',
      'The price, your default card, or the date of this change is different now, so nothing was changed or charged. Review the change and confirm again.',
    );
  }
}

/** The card was declined. `consequence` follows "so" in the message. */
export class PaymentDeclinedError extends DomainError {
  constructor(code: string | null, consequence: string) {
    super(
      'payment_required',
      'payment_declined',
      `Your card was declined, so ${consequence}. Use a different card, or contact your bank.`,
      code ? { details: { reason: code } } : {},
    );
  }
}
