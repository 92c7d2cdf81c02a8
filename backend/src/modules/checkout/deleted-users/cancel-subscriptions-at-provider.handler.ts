import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { EffectHandler, type Delivery } from '../../../platform/outbox/event-handler.js';
import { rootCauseMessage } from '../../../platform/scheduler/isolated-rows.js';
import { PaymentProviderRejectedError } from '../../billing/index.js';
import {
  isPermanentFailure,
  subscriptionCancellationDue,
  SubscriptionCancellations,
} from '../../subscriptions/index.js';
import { StopChargingUser } from './stop-charging-user.js';

interface Payload {
  userId: string;
}

type Outcome = { refundedCents: number } | { failure: string };

/** Cancels a deleted user's subscriptions at the provider, with retries. Alerts staff after a permanent failure. */
@Injectable()
export class CancelSubscriptionsAtProvider extends EffectHandler<Payload, Outcome> {
  override readonly id = 'cancel-subscriptions-at-provider';
  override readonly event = subscriptionCancellationDue;

  constructor(
    private readonly stopChargingUser: StopChargingUser,
    private readonly cancellations: SubscriptionCancellations,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async perform({ userId }: Payload, delivery: Delivery): Promise<Outcome> {
    const { attempt, createdAt } = delivery;
    try {
      return { refundedCents: await this.stopChargingUser.stop(userId, delivery) };
    } catch (error) {
      const rejected = error instanceof PaymentProviderRejectedError;
      const sinceSeconds = (this.clock.now().getTime() - createdAt.getTime()) / 1000;
      if (!isPermanentFailure({ rejected, attempt, sinceSeconds })) throw error;
      return { failure: rootCauseMessage(error) };
    }
  }

  override record(outcome: Outcome, { userId }: Payload): Promise<void> {
    return 'failure' in outcome
      ? this.cancellations.fail(userId, outcome.failure)
      : this.cancellations.complete(userId, outcome.refundedCents);
  }
}
