import { newId } from '../state/identifiers.ts';
import type { EventType } from '../state/wire.ts';
import type { Sandbox } from '../sandbox.ts';
import type { KeptEvent } from '../state/records.ts';

type Emitted = { id: string; object: string };

/**
 * Records that something happened, with the object as it is now. Part of the transaction that made it happen.
 * Give the object as it was before to have `previous_attributes` worked out.
 */
export function emit(sandbox: Sandbox, type: EventType, object: Emitted, before?: Emitted): KeptEvent {
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

function changedFields(before: Emitted, after: Emitted): object {
  const now = after as unknown as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) => value !== now[name] && JSON.stringify(value) !== JSON.stringify(now[name]),
    ),
  );
}
