import { newId } from '../state/identifiers.ts';
import type { EventType } from '../state/wire.ts';
import type { Sandbox } from '../sandbox.ts';
import type { StoredEvent } from '../state/records.ts';

type EventObject = { id: string; object: string };

/**
 * Records an event with a snapshot of the object, within the current transaction.
 * Pass the previous object to fill `previous_attributes`.
 */
export function emit(
  sandbox: Sandbox,
  type: EventType,
  object: EventObject,
  before?: EventObject,
): StoredEvent {
  const { store, clock, request } = sandbox;
  return store.put('event', {
    id: newId('evt'),
    type,
    created: clock.now(),
    object,
    previousAttributes: before ? changedFields(before, object) : null,
    request: { id: request?.id ?? null, idempotency_key: request?.idempotencyKey ?? null },
  });
}

function changedFields(before: EventObject, after: EventObject): object {
  const now = after as unknown as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) => value !== now[name] && JSON.stringify(value) !== JSON.stringify(now[name]),
    ),
  );
}
