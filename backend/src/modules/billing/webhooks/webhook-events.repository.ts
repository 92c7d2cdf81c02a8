import { LockMode, raw, type FilterQuery, type RequiredEntityData } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { WebhookStatus } from '@subscription-site/shared/contracts';
import { Database } from '../../../platform/database/database.js';
import type { OutboxEventEntity } from '../../../platform/outbox/outbox-event.entity.js';
import { WebhookEventEntity } from './webhook-event.entity.js';
import { WebhookOutboxEventEntity } from './webhook-outbox-event.entity.js';
import { WEBHOOK_STATUS_CONDITIONS } from './webhook-status.queries.js';

/** Type of the rows that record applied refunds and disputes. They are not webhook events. */
export const REVERSAL = 'reversal';

export interface WebhookQuery {
  status?: WebhookStatus | undefined;
  /** A type or its beginning. */
  type?: string | undefined;
  /** ID of the event, of its object, or of one that this object refers to. */
  objectId?: string | undefined;
}

/** A keyset cursor; newest first. */
export type WebhookPosition = Pick<WebhookEventEntity, 'receivedAt' | 'id'>;

/** Progress of a domain event. */
export type OutboxProgress = Pick<OutboxEventEntity, 'id' | 'attempts' | 'doneAt' | 'lastError'>;

const RELATED_IDS = ['paymentIntentId', 'subscriptionId', 'invoiceId', 'customerId'] as const;

@Injectable()
export class WebhookEventsRepository {
  constructor(private readonly database: Database) {}

  /** Returns those of the provider's event ids that are stored. */
  async findStored(providerEventIds: readonly string[]): Promise<Set<string>> {
    const stored = await this.database.em.find(
      WebhookEventEntity,
      { providerEventId: { $in: providerEventIds } },
      { fields: ['providerEventId'] },
    );
    return new Set(stored.map(({ providerEventId }) => providerEventId));
  }

  /** False if the provider's event was stored before. */
  async add(event: RequiredEntityData<WebhookEventEntity>): Promise<boolean> {
    const { affectedRows } = await this.database.em
      .createQueryBuilder(WebhookEventEntity)
      .insert(event)
      .onConflict('providerEventId')
      .ignore()
      .execute('run');
    return affectedRows > 0;
  }

  /** Records that these domain events were emitted for the webhook event. */
  async link(webhookEventId: string, eventIds: readonly string[]): Promise<void> {
    const links = eventIds.map((event) => ({ event, webhookEventId }));
    await this.database.em.insertMany(WebhookOutboxEventEntity, links);
  }

  /** Newest first, starting after the position. */
  find(
    { status, type, objectId }: WebhookQuery,
    after: WebhookPosition | undefined,
    limit: number,
  ): Promise<WebhookEventEntity[]> {
    const where: FilterQuery<WebhookEventEntity>[] = [{ type: { $ne: REVERSAL } }];
    if (status) where.push({ [raw(WEBHOOK_STATUS_CONDITIONS[status])]: [] });
    if (type !== undefined) where.push({ [raw((alias) => `starts_with(${alias}.type, ?)`, [type])]: [] });
    if (objectId !== undefined) {
      const columns = ['providerEventId', 'objectId', ...RELATED_IDS] as const;
      where.push({ $or: columns.map((column) => ({ [column]: objectId })) });
    }
    if (after) where.push({ [raw('(received_at, id) < (?, ?)', [after.receivedAt, after.id])]: [] });
    return this.database.em.find(
      WebhookEventEntity,
      { $and: where },
      { orderBy: { receivedAt: 'desc', id: 'desc' }, limit },
    );
  }

  /** Requires a transaction. */
  lock(id: string): Promise<WebhookEventEntity | null> {
    return this.database.em.findOne(
      WebhookEventEntity,
      { id, type: { $ne: REVERSAL } },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
  }

  /** The domain events emitted for each webhook event, without those that were handled more than two weeks ago. */
  async findProgress(webhookEventIds: readonly string[]): Promise<Map<string, OutboxProgress[]>> {
    const links = await this.database.em.find(
      WebhookOutboxEventEntity,
      { webhookEventId: { $in: webhookEventIds } },
      {
        populate: ['event'],
        fields: ['webhookEventId', 'event.attempts', 'event.doneAt', 'event.lastError'],
      },
    );
    const byWebhookEvent = Map.groupBy(links, ({ webhookEventId }) => webhookEventId);
    return new Map([...byWebhookEvent].map(([id, group]) => [id, group.map(({ event }) => event)]));
  }
}
