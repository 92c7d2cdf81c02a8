import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { PaymentUnderReviewError, SessionNotFoundError } from '../domain/checkout-errors.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { ProvisionHostedCheckout } from './provision-hosted-checkout.js';

/** Answers whether a hosted checkout is the caller's own and paid, and gives its plan if that has not happened yet. */
@Injectable()
export class CheckSession {
  constructor(
    private readonly checkouts: CheckoutsRepository,
    private readonly provisionHosted: ProvisionHostedCheckout,
    private readonly settings: Settings,
  ) {}

  /**
   * Throws {@link SessionNotFoundError} for a session that is unknown, another account's, or unpaid, and
   * {@link PaymentUnderReviewError} for one whose payment staff are looking at.
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
