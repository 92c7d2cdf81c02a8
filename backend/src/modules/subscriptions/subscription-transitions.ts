import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Audit } from '../../platform/audit/audit.js';
import { Clock } from '../../platform/clock.js';
import { Database } from '../../platform/database/database.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { providerSubscriptionChanged } from '../billing/index.js';
import { subscriptionStatusChanged } from './events.js';
import { isEnded, computeNextCheckAt, type StoredStatus } from './subscription.js';
import { SubscriptionHistoryEntity } from './subscription-history.entity.js';
import type { SubscriptionEntity } from './subscription.entity.js';

export interface TransitionCause {
  /** A snake_case word: ours, or the provider's. */
  reason: string;
  /** Null for the provider and the system. */
  actorId?: string | null;
  /** The event being handled. */
  eventId?: string | null;
  /** When it ended, if that is known. */
  endedAt?: Date | null;
}

/** Changes of a subscription's status, each with a row of history, an audit entry and an event. Requires the transaction that locked it. */
@Injectable()
export class SubscriptionTransitions {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** Does nothing if the subscription has this status. Final statuses are never left. */
  async move(subscription: SubscriptionEntity, to: StoredStatus, cause: TransitionCause): Promise<void> {
    const { id: subscriptionId, userId, status: from } = subscription;
    if (from === to || isEnded(from)) return;
    const now = this.clock.now();
    subscription.status = to;
    subscription.updatedAt = now;
    subscription.endedAt = isEnded(to) ? (cause.endedAt ?? now) : null;
    subscription.nextCheckAt = computeNextCheckAt(subscription, now);
    this.addHistory(subscription, from, cause);
    const { providerSubscriptionId, recurringSetupAt } = subscription;
    // An interrupted setup has created it. The handler cancels it.
    if (isEnded(to) && providerSubscriptionId && !recurringSetupAt)
      await this.outbox.emit(providerSubscriptionChanged, { providerSubscriptionId });
    const { reason } = cause;
    await this.outbox.emit(subscriptionStatusChanged, { subscriptionId, userId, from, to, reason });
    await this.audit.record({
      actorId: cause.actorId ?? null,
      action: `subscription.${to}`,
      subject: { type: 'user', id: userId },
      details: { subscriptionId, from, reason },
    });
  }

  /** The first row of history of a new subscription. */
  addHistory(
    { id: subscriptionId, status: toStatus }: SubscriptionEntity,
    fromStatus: StoredStatus | null,
    { reason, actorId = null, eventId = null }: TransitionCause,
  ): void {
    const { em } = this.database;
    const at = this.clock.now();
    em.persist(
      em.create(SubscriptionHistoryEntity, {
        id: uuid(),
        subscriptionId,
        fromStatus,
        toStatus,
        reason,
        actorId,
        eventId,
        at,
      }),
    );
  }
}
