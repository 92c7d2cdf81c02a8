import { EVENT_RETENTION_SECONDS } from '../events/purge-events.ts';
import { renderEvent } from '../events/render-event.ts';
import { invalidRequest } from '../http/api-error.ts';
import { listPage, findOrThrow, paging } from '../http/listing.ts';
import { flag, isWithin, array, text, timeRange } from '../http/parameters.ts';
import { route, type Route } from '../http/route.ts';

const retrieve = route({
  method: 'GET',
  path: '/v1/events/:id',
  run: (call) => renderEvent(call.sandbox, findOrThrow(call, 'event', call.path['id'] ?? '')),
});

const list = route({
  method: 'GET',
  path: '/v1/events',
  parameters: { ...paging, created: timeRange, delivery_success: flag, type: text, types: array(text) },
  run(call, { created, delivery_success: delivered, type, types, ...page }) {
    if (type !== undefined && types !== undefined) {
      throw invalidRequest('You may pass either `type` or `types`, but not both.', { param: 'types' });
    }
    const wanted = types ?? (type === undefined ? undefined : [type]);
    const { store, clock } = call.sandbox;
    const cutoff = clock.now() - EVENT_RETENTION_SECONDS;
    const found = listPage(
      call,
      'event',
      page,
      (event) =>
        event.created >= cutoff &&
        isWithin(event.created, created) &&
        (!wanted || wanted.some((pattern) => matchesType(event.type, pattern))) &&
        (delivered === undefined || (store.get('delivery', event.id)?.status === 'delivered') === delivered),
    );
    return { ...found, data: found.data.map((event) => renderEvent(call.sandbox, event)) };
  },
});

/** `invoice.*` matches every type with this prefix. */
function matchesType(type: string, pattern: string): boolean {
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}

export const eventRoutes: readonly Route[] = [retrieve, list];
