import { CATALOG, type BillingInterval, type PaidPlan } from '@subscription-site/shared/plans';
import { DomainError } from '../../../platform/errors/domain-error.js';
import { MAX_DECLINES } from './checkout.js';

export class AmountNotAPlanError extends DomainError {
  constructor() {
    super(
      'invalid',
      'amount_not_a_plan',
      'This amount is not the price of the plan. Please choose a plan again.',
    );
  }
}

export class PlanMismatchError extends DomainError {
  constructor() {
    super(
      'invalid',
      'plan_mismatch',
      'The plan or amount is not the one of this checkout. Please choose a plan again.',
    );
  }
}

export class CheckoutNotFoundError extends DomainError {
  constructor() {
    super(
      'not_found',
      'checkout_not_found',
      'This checkout is not known. Please start again from the pricing page.',
    );
  }
}

export class CheckoutClosedError extends DomainError {
  constructor() {
    super(
      'conflict',
      'checkout_closed',
      'This checkout is being paid or has ended. Please do not pay again.',
    );
  }
}

/** Another tab or browser of the same buyer opened a checkout of its own, which ended this one before it was charged. */
export class CheckoutReplacedError extends DomainError {
  constructor() {
    super(
      'conflict',
      'checkout_replaced',
      'Another checkout was opened after this one, for example in another tab. Nothing was charged here; please open it again.',
    );
  }
}

/**
 * The call has not the cookie of this checkout: the browser sent none, or another prepare came first and rotated it. The person who gets this
 * asks for a new intent and prepares that one.
 */
export class CheckoutCookieMismatchError extends DomainError {
  constructor() {
    super(
      'conflict',
      'checkout_cookie_mismatch',
      'This checkout was continued somewhere else, or your browser did not send its cookie. Nothing was charged. Please reload the page and try again.',
    );
  }
}

/** The intent was canceled because of them. */
export class TooManyDeclinesError extends DomainError {
  constructor() {
    super(
      'conflict',
      'too_many_declines',
      `Your card was declined ${MAX_DECLINES} times, so we canceled this payment. Nothing was charged. Please check your card details or use another card, then try again.`,
    );
  }
}

/** Says neither whether the password was wrong nor what kind of account it is. */
export class EmailExistsError extends DomainError {
  constructor() {
    super('conflict', 'email_exists', 'An account with this email address exists. Please sign in first.');
  }
}

export class AlreadySubscribedError extends DomainError {
  constructor({ plan, interval }: { plan: PaidPlan; interval: BillingInterval }) {
    const each = interval === 'year' ? 'yearly' : 'monthly';
    super(
      'conflict',
      'already_subscribed',
      `This account already has the ${CATALOG[plan].name} plan, billed ${each}.`,
      {
        details: { plan, interval },
      },
    );
  }
}

export class PaymentNotSucceededError extends DomainError {
  constructor(status: string) {
    super('payment_required', 'payment_not_succeeded', 'The payment has not succeeded.', {
      details: { status },
    });
  }
}

export class PaymentBelongsToAnotherAccountError extends DomainError {
  constructor() {
    super('conflict', 'payment_belongs_to_another_account', 'This payment was made for another account.');
  }
}

export class EmailMismatchError extends DomainError {
  constructor() {
    super('forbidden', 'forbidden', 'This is not the email address of the signed-in account.');
  }
}

export class SessionNotFoundError extends DomainError {
  constructor() {
    super('not_found', 'session_not_found', 'This checkout session is not known, not paid, or not yours.');
  }
}

/** The payment arrived, but contradicts its checkout: staff decide. Thrown to the buyer, who must not pay again. */
export class PaymentUnderReviewError extends DomainError {
  constructor(supportEmail: string, reference?: string) {
    super(
      'conflict',
      'payment_under_review',
      `We received your payment, but it doesn't match your order, so our team is reviewing it. Please don't pay again. We'll email you as soon as it's resolved. Questions? Write to ${supportEmail}.`,
      { details: { supportEmail, ...(reference ? { reference } : {}) } },
    );
  }
}

/** The money of this payment went back; there is no plan, and nothing speaks against buying again. */
export class PaymentRefundedError extends DomainError {
  constructor() {
    super(
      'conflict',
      'payment_refunded',
      'We refunded this payment in full, so no plan was added. You can order again at any time.',
    );
  }
}

/** Someone else of the staff was faster. */
export class CheckoutNotInReviewError extends DomainError {
  constructor() {
    super(
      'conflict',
      'checkout_not_in_review',
      'This payment is no longer waiting for a review. Someone may have just resolved it.',
    );
  }
}

/** There is no money left to give a plan for, or the provider has no subscription to give. */
export class CheckoutNotProvisionableError extends DomainError {
  constructor() {
    super(
      'conflict',
      'checkout_not_provisionable',
      "We can't add a plan for this payment: it was refunded already, or the payment provider has no subscription for it. Refund it instead.",
    );
  }
}
