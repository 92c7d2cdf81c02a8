import type { QueueName } from '../config/settings.js';

/** A kind of event: its topic (past tense), its queue, and the type of what it carries (ids, never secrets). */
export interface EventType<Payload extends object> {
  readonly topic: string;
  readonly queue: QueueName;
  /** Only carries the type. */
  readonly payload?: Payload;
}

const types = new Map<string, EventType<object>>();

/** Declares a kind of event. At boot the worker rejects to start while one of them has no handler. */
export function eventType<Payload extends object>(topic: string, queue: QueueName): EventType<Payload> {
  if (types.has(topic)) throw new Error(`The topic ${topic} is declared twice.`);
  const type: EventType<Payload> = { topic, queue };
  types.set(topic, type);
  return type;
}

export function declaredEventTypes(): EventType<object>[] {
  return [...types.values()];
}
