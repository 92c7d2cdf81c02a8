import type { QueueName } from '../config/settings.js';

/** An event type: its topic (past tense), its queue, and the type of its payload (IDs, never secrets). */
export interface EventType<Payload extends object> {
  readonly topic: string;
  readonly queue: QueueName;
  /** Never set; it only carries the payload type. */
  readonly payload?: Payload;
}

const types = new Map<string, EventType<object>>();

/** Declares an event type. docs/events.md lists its handlers. The worker does not start if it has none. */
export function eventType<Payload extends object>(topic: string, queue: QueueName): EventType<Payload> {
  if (types.has(topic)) throw new Error(`Topic ${topic} is declared twice.`);
  const type: EventType<Payload> = { topic, queue };
  types.set(topic, type);
  return type;
}

export function declaredEventTypes(): EventType<object>[] {
  return [...types.values()];
}
