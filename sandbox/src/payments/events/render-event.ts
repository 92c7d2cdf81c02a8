import { API_VERSION, type Sandbox } from '../sandbox.ts';
import type { KeptEvent } from '../state/records.ts';

/** An event as the API answers it and as it is sent. */
export function renderEvent({ store }: Sandbox, event: KeptEvent): object {
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
