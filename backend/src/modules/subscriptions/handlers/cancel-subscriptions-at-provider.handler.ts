import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Clock } from '../../../platform/clock/clock.js';
import { EffectHandler, type Delivery } from '../../../platform/outbox/event-handler.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { reasonOf } from '../../../platform/scheduler/isolated-rows.js';
import { PaymentProviderRejectedError } from '../../billing/index.js';
import { CancelProviderSubscriptions } from '../application/cancel-provider-subscriptions.js';
import { subscriptionCancellationDue, subscriptionCancellationFailed } from '../domain/events.js';
import { isPermanentFailure } from '../domain/subscription-cancellation.js';
import { SubscriptionCancellationsRepository } from '../persistence/subscription-cancellations.repository.js';

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
    private readonly cancelSubscriptions: CancelProviderSubscriptions,
    private readonly cancellations: SubscriptionCancellationsRepository,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async perform({ userId }: Payload, delivery: Delivery): Promise<Outcome> {
    const { attempt, createdAt } = delivery;
    try {
      return { refundedCents: await this.cancelSubscriptions.cancel(userId, delivery) };
    } catch (error) {
      const rejected = error instanceof PaymentProviderRejectedError;
      const sinceSeconds = (this.clock.now().getTime() - createdAt.getTime()) / 1000;
      if (!isPermanentFailure({ rejected, attempt, sinceSeconds })) throw error;
      return { failure: reasonOf(error) };
    }
  }

  override async record(outcome: Outcome, { userId }: Payload): Promise<void> {
    if ('failure' in outcome) {
      await this.cancellations.finish(userId, 'failed', outcome.failure);
      await this.outbox.emit(subscriptionCancellationFailed, { userId });
      return this.recordAudit('subscription_cancellation.failed', userId, { reason: outcome.failure });
    }
    await this.cancellations.finish(userId, 'ended');
    return this.recordAudit('subscription_cancellation.completed', userId, { ...outcome });
  }

  private recordAudit(action: string, userId: string, details: Record<string, unknown>): Promise<void> {
    return this.audit.record({ actorId: null, action, subject: { type: 'user', id: userId }, details });
  }
}
