import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { PaymentUnderReviewError, SessionNotFoundError } from '../domain/checkout-errors.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { ProvisionHostedCheckout } from './provision-hosted-checkout.js';

/** Checks that a hosted checkout belongs to the caller and is paid, and provisions it if necessary. */
@Injectable()
export class CheckSession {
  constructor(
    private readonly checkouts: CheckoutsRepository,
    private readonly provisionHosted: ProvisionHostedCheckout,
    private readonly settings: Settings,
  ) {}

  /**
   * Throws {@link SessionNotFoundError} if the session is unknown, unpaid or belongs to another user, and
   * {@link PaymentUnderReviewError} if staff are reviewing its payment.
   */
  async assertPaidBy(userId: string, sessionId: string): Promise<void> {
    const checkout = await this.checkouts.findByHostedSession(sessionId);
    if (!checkout || checkout.userId !== userId) throw new SessionNotFoundError();
    if (checkout.status === 'provisioned') return;
    const outcome = await this.provisionHosted.provision(sessionId);
    if (outcome === 'needs_review')
      throw new PaymentUnderReviewError(this.settings.supportEmail, checkout.id);
    if (outcome !== 'provisioned') throw new SessionNotFoundError();
  }
}
