import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { AccountDeletions, Users, type UserSummary } from '../../auth/index.js';
import type { PaymentIntent } from '../../billing/index.js';
import { Subscriptions } from '../../subscriptions/index.js';
import type { Buyer } from '../domain/checkout.js';
import type { CheckoutEntity } from '../persistence/checkout.entity.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';
import { isPaidByOther } from './prepared-identity.js';

/** Decides which user gets the plan of a paid checkout. Requires a transaction that has locked the checkout. */
@Injectable()
export class ResolveBuyer {
  private readonly discarded;

  constructor(
    private readonly checkouts: CheckoutsRepository,
    private readonly subscriptions: Subscriptions,
    private readonly users: Users,
    private readonly deletions: AccountDeletions,
    private readonly audit: Audit,
    metrics: Metrics,
  ) {
    this.discarded = metrics.counter(
      'checkout_prepared_identities_discarded_total',
      'Paid checkouts whose billing email was not the prepared one, so that the payer got the plan.',
    );
  }

  /** Discards the prepared buyer if someone else paid. */
  async discardPreparedUnlessPayer(checkout: CheckoutEntity, intent: PaymentIntent): Promise<void> {
    if (!isPaidByOther(checkout, intent)) return;
    await this.audit.record({
      actorId: null,
      action: 'checkout.prepared-identity-discarded',
      subject: { type: 'checkout', id: checkout.id },
      details: { paymentIntentId: checkout.paymentIntentId },
    });
    this.discarded.inc();
    this.checkouts.discardPrepared(checkout);
  }

  /** Whether the account is scheduled for deletion. */
  async isLeaving(userId: string): Promise<boolean> {
    return (await this.deletions.find(userId)) !== null;
  }

  /** Finds or creates the user, and locks them; `fallback` is the buyer of a checkout that has none. */
  async findOrCreateUser(
    checkout: CheckoutEntity,
    fallback: Buyer | undefined,
  ): Promise<UserSummary | undefined> {
    if (checkout.userId) {
      const preparedUser = await this.users.lockById(checkout.userId);
      if (preparedUser) return preparedUser;
    }
    const buyer = checkout.preparedAt && checkout.email ? preparedBuyer(checkout, checkout.email) : fallback;
    if (!buyer) return undefined;
    const existing = await this.users.lockByEmail(buyer.email);
    if (!existing) return this.users.createPaid(buyer);
    if (existing.emailConfirmedAt || (await this.subscriptions.findActiveByUser(existing.id)))
      return existing;
    return this.users.reassignToBuyer(existing.id, buyer);
  }
}

function preparedBuyer(checkout: CheckoutEntity, email: string): Buyer {
  const { fullName, passwordHash, termsVersion, termsAcceptedAt } = checkout;
  return { email, fullName: fullName ?? '', passwordHash, termsVersion, termsAcceptedAt };
}
