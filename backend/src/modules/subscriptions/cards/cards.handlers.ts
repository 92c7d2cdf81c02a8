import { Injectable } from '@nestjs/common';
import { EffectHandler } from '../../../platform/outbox/event-handler.js';
import { cardSetupSucceeded, paymentMethodChanged, providerCustomerChanged } from '../../billing/index.js';
import { CopyCards } from './copy-cards.js';
import { CustomerCards } from './customer-cards.js';

/** Makes a confirmed card the default and pays open invoices with it, even if the page was closed right after confirming. */
@Injectable()
export class CompleteCardSetup extends EffectHandler<{ setupIntentId: string }, void> {
  override readonly id = 'complete-card-setup';
  override readonly event = cardSetupSucceeded;

  constructor(private readonly cards: CustomerCards) {
    super();
  }

  override perform({ setupIntentId }: { setupIntentId: string }): Promise<void> {
    return this.cards.completeSetup(setupIntentId);
  }

  override async record(): Promise<void> {}
}

/** Copies a customer's cards when the customer changes at the provider. */
@Injectable()
export class SyncCustomerCards extends EffectHandler<{ providerCustomerId: string }, void> {
  override readonly id = 'sync-customer-cards';
  override readonly event = providerCustomerChanged;

  constructor(private readonly copyCards: CopyCards) {
    super();
  }

  override perform({ providerCustomerId }: { providerCustomerId: string }): Promise<void> {
    return this.copyCards.copyForCustomer(providerCustomerId);
  }

  override async record(): Promise<void> {}
}

/** Copies the cards of a customer when one of them changes at the provider. */
@Injectable()
export class SyncChangedCard extends EffectHandler<{ paymentMethodId: string }, void> {
  override readonly id = 'sync-changed-card';
  override readonly event = paymentMethodChanged;

  constructor(private readonly copyCards: CopyCards) {
    super();
  }

  override perform({ paymentMethodId }: { paymentMethodId: string }): Promise<void> {
    return this.copyCards.copyForPaymentMethod(paymentMethodId);
  }

  override async record(): Promise<void> {}
}
