import { API_VERSION, type Sandbox } from '../sandbox.ts';
import type { StoredEvent } from '../state/records.ts';

/** An event as the API returns it and webhooks send it. */
export function renderEvent({ store }: Sandbox, event: StoredEvent): object {
  return {
    id: event.id,
    object: 'event',
    api_version: API_VERSION,
    created: event.created,
    data: {
      object: event.object,
      ...(event.previousAttributes ? { previous_attributes: event.previousAttributes } : {}),
    },
    livemode: false,
    pending_webhooks: store.get('delivery', event.id)?.status === 'pending' ? 1 : 0,
    request: event.request,
    type: event.type,
  };
}
