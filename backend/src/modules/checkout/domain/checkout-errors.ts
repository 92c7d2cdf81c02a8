import { TOO_MANY_DECLINES } from '@subscription-site/shared/declines';
import { CATALOG, type BillingInterval, type PaidPlan } from '@subscription-site/shared/plans';
import { DomainError } from '../../../platform/domain-error.js';

export class AmountNotAPlanError extends DomainError {
  constructor() {
    super(
      'invalid',
      'amount_not_a_plan',
      "This amount doesn't match the plan's price. Please choose a plan again.",
    );
  }
}

export class PlanMismatchError extends DomainError {
  constructor() {
    super(
      'invalid',
      'plan_mismatch',
      "The plan or amount doesn't match this checkout. Please choose a plan again.",
    );
  }
}

export class CheckoutNotFoundError extends DomainError {
  constructor() {
    super(
      'not_found',
      'checkout_not_found',
      "We couldn't find this checkout. Please start again from the pricing page.",
    );
  }
}

export class CheckoutClosedError extends DomainError {
  constructor() {
    super(
      'conflict',
      'checkout_closed',
      "This checkout has ended or its payment is being processed. Please don't pay again.",
    );
  }
}

/** The same buyer opened another checkout in a different tab or browser, which closed this one before it was charged. */
export class CheckoutReplacedError extends DomainError {
  constructor() {
    super(
      'conflict',
      'checkout_replaced',
      'You opened another checkout after this one, for example in another tab. Nothing was charged here. Please open this one again.',
    );
  }
}

/**
 * The request doesn't have this checkout's cookie: the browser sent none, or another prepare call has rotated it. The client should
 * request a new intent and prepare that one.
 */
export class CheckoutCookieMismatchError extends DomainError {
  constructor() {
    super(
      'conflict',
      'checkout_cookie_mismatch',
      "This checkout was continued in another tab or browser, or your browser didn't send its cookie. Nothing was charged. Please reload the page and try again.",
    );
  }
}

/** The intent was canceled after too many declined charges. */
export class TooManyDeclinesError extends DomainError {
  constructor() {
    super('conflict', 'too_many_declines', TOO_MANY_DECLINES);
  }
}

/** Reveals neither whether the password was wrong nor what kind of account exists. */
export class EmailExistsError extends DomainError {
  constructor() {
    super(
      'conflict',
      'email_exists',
      'An account with this email address already exists. Please sign in first.',
    );
  }
}

export class AlreadySubscribedError extends DomainError {
  constructor({ plan, interval }: { plan: PaidPlan; interval: BillingInterval }) {
    const billed = interval === 'year' ? 'yearly' : 'monthly';
    super(
      'conflict',
      'already_subscribed',
      `This account already has the ${CATALOG[plan].name} plan, billed ${billed}.`,
      {
        details: { plan, interval },
      },
    );
  }
}

export class PaymentNotSucceededError extends DomainError {
  constructor(status: string) {
    super('payment_required', 'payment_not_succeeded', "This payment hasn't succeeded.", {
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
    super('forbidden', 'forbidden', "This isn't the email address of the account you're signed in to.");
  }
}

export class SessionNotFoundError extends DomainError {
  constructor() {
    super(
      'not_found',
      'session_not_found',
      "We couldn't find a paid checkout session with this ID in your account.",
    );
  }
}

/** The payment arrived but doesn't match its checkout, so staff must review it. The buyer must not pay again. */
export class PaymentUnderReviewError extends DomainError {
  constructor(supportEmail: string, reference?: string) {
    super(
      'conflict',
      'payment_under_review',
      `We received your payment, but it doesn't match your order, so our team is reviewing it. Please don't pay again. We'll email you as soon as it's resolved. Questions? Email ${supportEmail}.`,
      { details: { supportEmail, ...(reference ? { reference } : {}) } },
    );
  }
}

/** The payment was refunded and no plan was added. The buyer may order again. */
export class PaymentRefundedError extends DomainError {
  constructor() {
    super(
      'conflict',
      'payment_refunded',
      'We refunded this payment in full, so no plan was added. You can order again at any time.',
    );
  }
}

/** The checkout was provisioned, but its subscription has since ended. */
export class SubscriptionEndedError extends DomainError {
  constructor(status: 'canceled' | 'refunded') {
    super(
      'conflict',
      'subscription_ended',
      status === 'refunded'
        ? 'We refunded this payment in full, so your plan has ended. You can order again at any time.'
        : 'This subscription was canceled, so your plan has ended. You can order again at any time.',
      { details: { status } },
    );
  }
}

/** Another staff member has already resolved it. */
export class CheckoutNotInReviewError extends DomainError {
  constructor() {
    super(
      'conflict',
      'checkout_not_in_review',
      'This payment is no longer waiting for review. Someone may have just resolved it.',
    );
  }
}

/** The payment was refunded, or the provider has no subscription for it. */
export class CheckoutNotProvisionableError extends DomainError {
  constructor() {
    super(
      'conflict',
      'checkout_not_provisionable',
      "We can't add a plan for this payment: it was refunded already, or the payment provider has no subscription for it. Refund it instead.",
    );
  }
}
