import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';

@Injectable()
export class WebhookEventsRepository {
  constructor(private readonly database: Database) {}

  /** Returns those of the provider's event ids that are stored. */
  async findStored(providerEventIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.query<{ id: string }>({
      text: 'select provider_event_id as id from webhook_events where provider_event_id = any ($1::text[])',
      values: [providerEventIds],
    });
    return new Set(rows.map(({ id }) => id));
  }

  /** False if the provider's event was stored before. */
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
