import { Injectable } from '@nestjs/common';
import { EffectHandler, type Delivery } from '../../../platform/outbox/event-handler.js';
import { SettleSubscription, type Settlement } from '../application/settle-subscription.js';
import { subscriptionSettlementDue } from '../domain/events.js';

interface Payload {
  subscriptionId: string;
}

/** Tells the provider of a subscription, again and again until it is told. A lasting failure never takes the plan away. */
@Injectable()
export class SettleActivatedSubscription extends EffectHandler<Payload, Settlement | undefined> {
  override readonly id = 'set-up-recurring-billing';
  override readonly event = subscriptionSettlementDue;

  constructor(private readonly settleSubscription: SettleSubscription) {
    super();
  }

  override perform({ subscriptionId }: Payload, { attempt }: Delivery): Promise<Settlement | undefined> {
    return this.settleSubscription.settle(subscriptionId, attempt);
  }

  override async record(settlement: Settlement | undefined, { subscriptionId }: Payload): Promise<void> {
    if (settlement) await this.settleSubscription.note(subscriptionId, settlement);
  }
}
