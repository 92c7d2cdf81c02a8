import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { WebhookEventEntity } from './webhook-event.entity.js';

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
  async add(
    event: Pick<WebhookEventEntity, 'id' | 'providerEventId' | 'type' | 'objectId' | 'receivedAt'>,
  ): Promise<boolean> {
    const { affectedRows } = await this.database.em
      .createQueryBuilder(WebhookEventEntity)
      .insert(event)
      .onConflict('providerEventId')
      .ignore()
      .execute('run');
    return affectedRows > 0;
  }
}
