import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';

@Injectable()
export class WebhookEventsRepository {
  constructor(private readonly database: Database) {}

  /** Those of the provider's events that have been stored. */
  async findKnown(providerEventIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.query<{ id: string }>({
      text: 'select provider_event_id as id from webhook_events where provider_event_id = any ($1::text[])',
      values: [providerEventIds],
    });
    return new Set(rows.map(({ id }) => id));
  }

  /** False when the provider's event has been stored before. */
  async add(webhookEvent: {
    webhookEventId: string;
    id: string;
    type: string;
    objectId: string;
    receivedAt: Date;
  }): Promise<boolean> {
    const rows = await this.database.query({
      text: `insert into webhook_events (id, provider_event_id, type, object_id, received_at) values ($1, $2, $3, $4, $5)
             on conflict (provider_event_id) do nothing returning id`,
      values: [
        webhookEvent.webhookEventId,
        webhookEvent.id,
        webhookEvent.type,
        webhookEvent.objectId,
        webhookEvent.receivedAt,
      ],
    });
    return rows.length > 0;
  }
}
