import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { DomainError } from '../../../platform/domain-error.js';
import { PaymentMethodsPort, PaymentMethodsRepository } from '../../billing/index.js';
import { SubscriptionsRepository } from '../subscriptions.repository.js';
import { CopyCards } from './copy-cards.js';
import { CustomerCards } from './customer-cards.js';

/** Longer than removing a card at the provider takes. If that fails, the card can be used again after this time. */
const REMOVAL_SECONDS = 60;

/** The card pays for a running plan. */
class LastPaymentMethodError extends DomainError {
  constructor() {
    super(
      'conflict',
      'last_payment_method',
      'This card pays for your plan. Add another card before you remove it.',
    );
  }
}

interface Removal {
  /** The card and its copies at the provider. */
  ids: string[];
  /** The card that has to renew the plan from now on; undefined if another one does already. */
  next: string | undefined;
}

/** Removes a card from a customer. */
@Injectable()
export class RemoveCard {
  constructor(
    private readonly cards: CustomerCards,
    private readonly copyCards: CopyCards,
    private readonly methods: PaymentMethodsPort,
    private readonly copies: PaymentMethodsRepository,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Removes a card with all its copies at the provider. Throws `not_found`, and `last_payment_method` for the only card of a running
   * plan.
   */
  async remove(userId: string, paymentMethodId: string): Promise<void> {
    const customerId = await this.cards.requireOwnCustomer(userId, paymentMethodId);
    await this.copyCards.copyForCustomer(customerId);
    const { ids, next } = await this.database.transaction(() => this.claim(userId, paymentMethodId));
    if (next) await this.cards.makeDefault(userId, next);
    // The requested one last, so that a failed request can be retried.
    for (const id of ids) if (id !== paymentMethodId) await this.methods.detach(id);
    await this.methods.detach(paymentMethodId);
    await this.copyCards.copyForCustomer(customerId);
  }

  /** Marks the card as being removed, so that a concurrent request doesn't rely on it and remove the others. */
  private async claim(userId: string, paymentMethodId: string): Promise<Removal> {
    const all = await this.copies.lockByUser(userId);
    const { fingerprintHash = null } =
      all.find((card) => card.providerPaymentMethodId === paymentMethodId) ?? {};
    const removed = all.filter(
      (card) =>
        card.providerPaymentMethodId === paymentMethodId ||
        (fingerprintHash !== null && card.fingerprintHash === fingerprintHash),
    );
    const now = this.clock.now();
    const others = all.filter(
      (card) => !removed.includes(card) && (!card.removingUntil || card.removingUntil <= now),
    );
    const subscription = await this.subscriptions.findCurrentByUser(userId);
    if (subscription && others.length === 0) throw new LastPaymentMethodError();
    for (const card of removed) card.removingUntil = this.clock.in(REMOVAL_SECONDS);
    const needsAnother = subscription && !others.some(({ isDefault }) => isDefault);
    return {
      ids: removed.map(({ providerPaymentMethodId }) => providerPaymentMethodId),
      next: needsAnother ? others[0]!.providerPaymentMethodId : undefined,
    };
  }
}
