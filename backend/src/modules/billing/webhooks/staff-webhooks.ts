import { Injectable } from '@nestjs/common';
import type { WebhookStatus } from '@subscription-site/shared/contracts';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { DomainError } from '../../../platform/domain-error.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { ReceiveWebhook } from './receive-webhook.js';
import { toReplayableEvents } from './webhook-domain-events.js';
import type { WebhookEventEntity } from './webhook-event.entity.js';
import {
  WebhookEventsRepository,
  type OutboxProgress,
  type WebhookPosition,
  type WebhookQuery,
} from './webhook-events.repository.js';

/** A webhook event with the progress of its domain events. */
export interface ReceivedWebhook extends Pick<
  WebhookEventEntity,
  'id' | 'providerEventId' | 'type' | 'objectId' | 'receivedAt'
> {
  status: WebhookStatus;
  /** Null until the event is handled, and again two weeks later. */
  handledAt: Date | null;
  /** Null if the event was handled more than two weeks ago. */
  attempts: number | null;
  lastError: string | null;
  replayable: boolean;
}

/** Lets staff search webhook events, which are kept for 120 days, and replay them. */
@Injectable()
export class StaffWebhooks {
  constructor(
    private readonly webhookEvents: WebhookEventsRepository,
    private readonly receiveWebhook: ReceiveWebhook,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** Newest first, starting after the position. */
  async search(
    query: WebhookQuery,
    after: WebhookPosition | undefined,
    limit: number,
  ): Promise<ReceivedWebhook[]> {
    const found = await this.webhookEvents.find(query, after, limit);
    const progress = await this.webhookEvents.findProgress(found.map(({ id }) => id));
    return found.map((event) => toReceivedWebhook(event, progress.get(event.id) ?? []));
  }

  /**
   * Retries unfinished domain events now; if all were handled, emits them again. Handlers read the current state from the provider, so
   * this is idempotent. Throws `not_found`, or `webhook_not_replayable` for a handled decline, which would be counted twice.
   */
  async replay(id: string, { actorId, reason }: { actorId: string | null; reason: string }): Promise<void> {
    await this.database.transaction(async () => {
      const event = await this.webhookEvents.lock(id);
      if (!event) throw new DomainError('not_found', 'not_found', 'Webhook event not found.');
      const progress = (await this.webhookEvents.findProgress([id])).get(id) ?? [];
      const unfinished = progress.filter(({ doneAt }) => !doneAt);
      if (unfinished.length > 0) await this.outbox.runNow(unfinished.map((part) => part.id));
      else {
        const replayable = toReplayableEvents(event);
        if (replayable.length === 0) throw new WebhookNotReplayableError();
        await this.receiveWebhook.emit(id, replayable);
      }
      const { providerEventId, type } = event;
      await this.audit.record({
        actorId,
        action: 'webhook.replayed',
        subject: { type: 'webhook', id },
        details: { reason, providerEventId, type },
      });
    });
  }
}

class WebhookNotReplayableError extends DomainError {
  constructor() {
    super('conflict', 'webhook_not_replayable', "This event was handled and can't be processed again.");
  }
}

function toReceivedWebhook(event: WebhookEventEntity, progress: readonly OutboxProgress[]): ReceivedWebhook {
  const { id, providerEventId, type, objectId, receivedAt } = event;
  const unfinished = progress.filter(({ doneAt }) => !doneAt);
  const failing = unfinished.filter(({ attempts }) => attempts > 0);
  const attempts = progress.map((part) => part.attempts + (part.doneAt ? 1 : 0));
  const handledTimes = progress.map(({ doneAt }) => doneAt?.getTime() ?? 0);
  const isHandled = unfinished.length === 0;
  return {
    id,
    providerEventId,
    type,
    objectId,
    receivedAt,
    status: failing.length > 0 ? 'failing' : isHandled ? 'handled' : 'received',
    handledAt: isHandled && progress.length > 0 ? new Date(Math.max(...handledTimes)) : null,
    attempts: progress.length > 0 ? Math.max(...attempts) : null,
    lastError: failing.find(({ lastError }) => lastError)?.lastError ?? null,
    replayable: !isHandled || toReplayableEvents(event).length > 0,
  };
}
