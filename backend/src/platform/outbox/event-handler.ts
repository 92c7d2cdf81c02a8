import type { EventType } from './event-type.js';

/** One try at handling an event. */
export interface Delivery {
  readonly eventId: string;
  /** 1 for the first try. */
  readonly attempt: number;
  readonly createdAt: Date;
  /** Aborted when the process has to stop and will not wait any longer. */
  readonly signal: AbortSignal;
}

/**
 * A reaction to an event that only writes to the database. It runs inside a transaction together with its inbox row:
 * what it writes is written exactly once. Throwing rolls back and retries later, growing from one second to an hour.
 */
export abstract class EventHandler<Payload extends object = object> {
  /** Names the handler in inbox rows for as long as they are kept: never changed, never used again for another one. */
  abstract readonly id: string;
  abstract readonly event: EventType<Payload>;
  abstract handle(payload: Payload, delivery: Delivery): Promise<void>;
}

/**
 * A reaction that reaches outside (provider, mail server). `perform` runs outside any transaction and may run again after
 * a crash, so it must be harmless to repeat; `record` then writes its result in the transaction of the inbox row.
 */
export abstract class EffectHandler<Payload extends object = object, Result = unknown> {
  abstract readonly id: string;
  abstract readonly event: EventType<Payload>;
  abstract perform(payload: Payload, delivery: Delivery): Promise<Result>;
  abstract record(result: Result, payload: Payload, delivery: Delivery): Promise<void>;
}

/** Writes that belong together with inbox rows, as statements over the same `$1…` parameters. */
export interface Recording {
  /** Names the prepared statement: one name for one list of writes. */
  name: string;
  /** Each an insert, update or delete. They see the database as it was before any of them. */
  writes: readonly string[];
  values: readonly unknown[];
}

/**
 * An effect that happens so often that noting it has to be cheap: the results of many events, their writes and their inbox rows are
 * one statement, one round trip, one transaction. Unlike those of an {@link EffectHandler}, the writes may be made twice for one
 * event (by two workers that were both at it), so they must say the same thing when repeated.
 */
export abstract class FrequentEffectHandler<Payload extends object = object, Result = unknown> {
  abstract readonly id: string;
  abstract readonly event: EventType<Payload>;
  abstract perform(payload: Payload, delivery: Delivery): Promise<Result>;
  /** The writes for these results, which may be one or many. */
  abstract recording(results: Result[]): Recording;
}

/** Thrown by a handler that knows when the next try makes sense. */
export class RetryLater extends Error {
  constructor(
    readonly at: Date,
    reason: string,
  ) {
    super(reason);
    this.name = 'RetryLater';
  }
}
