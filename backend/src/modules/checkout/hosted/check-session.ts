import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { isEnded, Subscriptions } from '../../subscriptions/index.js';
import {
  PaymentRefundedError,
  PaymentUnderReviewError,
  SessionNotFoundError,
  SubscriptionEndedError,
} from '../domain/checkout-errors.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { ProvisionHostedCheckout } from './provision-hosted-checkout.js';

/** Checks that a hosted checkout belongs to the caller and granted a plan, and provisions it if necessary. */
@Injectable()
export class CheckSession {
  constructor(
    private readonly checkouts: CheckoutsRepository,
    private readonly provisionHosted: ProvisionHostedCheckout,
    private readonly subscriptions: Subscriptions,
    private readonly settings: Settings,
  ) {}

  /**
   * Throws {@link SessionNotFoundError} if the session is unknown, unpaid or belongs to another user,
   * {@link PaymentUnderReviewError} if staff are reviewing its payment, {@link PaymentRefundedError} if the payment was refunded
   * instead of provisioned, and {@link SubscriptionEndedError} if its plan has ended.
   */
  async assertActiveFor(userId: string, sessionId: string): Promise<void> {
    const checkout = await this.checkouts.findByHostedSession(sessionId);
    if (!checkout || checkout.userId !== userId) throw new SessionNotFoundError();
    const outcome =
      checkout.status === 'provisioned' ? 'provisioned' : await this.provisionHosted.provision(sessionId);
    if (outcome === 'unpaid') throw new SessionNotFoundError();
    if (outcome === 'needs_review')
      throw new PaymentUnderReviewError(this.settings.supportEmail, checkout.id);
    if (outcome === 'not_provisioned') throw new PaymentRefundedError();
    const subscription = await this.subscriptions.findByCheckout(checkout.id);
    if (subscription && isEnded(subscription.status)) throw new SubscriptionEndedError(subscription.status);
  }
}
