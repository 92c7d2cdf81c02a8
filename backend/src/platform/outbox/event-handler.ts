import type { EventType } from './event-type.js';

/** One attempt at handling an event. */
export interface Delivery {
  readonly eventId: string;
  /** Starts at 1. */
  readonly attempt: number;
  readonly createdAt: Date;
  /** Aborted when the process is shutting down and can't wait any longer. */
  readonly signal: AbortSignal;
}

/**
 * Handles an event by writing only to the database. Runs in one transaction with its inbox row, so its writes happen exactly once.
 * Throwing rolls back and retries later, with a delay that grows from one second to an hour.
 */
export abstract class EventHandler<Payload extends object = object> {
  /** Identifies the handler in inbox rows. Never change it or reuse it for another handler. */
  abstract readonly id: string;
  abstract readonly event: EventType<Payload>;
  abstract handle(payload: Payload, delivery: Delivery): Promise<void>;
}

/**
 * Handles an event with an external effect (payment provider, mail server). `perform` runs outside any transaction and may run again
 * after a crash, so it must be idempotent; `record` then writes its result in the transaction of the inbox row. It is repeated after
 * temporary errors of the database; `perform` runs again after others.
 */
export abstract class EffectHandler<Payload extends object = object, Result = unknown> {
  abstract readonly id: string;
  abstract readonly event: EventType<Payload>;
  abstract perform(payload: Payload, delivery: Delivery): Promise<Result>;
  abstract record(result: Result, payload: Payload, delivery: Delivery): Promise<void>;
}

/** Writes that commit together with inbox rows, as statements that share `$1…` parameters. */
export interface Recording {
  /** Name of the prepared statement, unique for this list of writes. */
  name: string;
  /** Each an insert, update or delete. All of them see the same snapshot. */
  writes: readonly string[];
  values: readonly unknown[];
}

/**
 * An effect that must not be repeated, and so frequent that recording it must be cheap: the writes and inbox rows of many events are
 * one statement. It is repeated after any error until it succeeds or the process ends. Unlike those of an {@link EffectHandler}, the
 * writes may happen twice for one event (if two workers process it at once), so they must be idempotent.
 */
export abstract class BatchedEffectHandler<Payload extends object = object, Result = unknown> {
  abstract readonly id: string;
  abstract readonly event: EventType<Payload>;
  abstract perform(payload: Payload, delivery: Delivery): Promise<Result>;
  /** The writes for one or more results. */
  abstract recording(results: Result[]): Recording;
  /** Called once the result is recorded, or the process ends. */
  abstract recorded(result: Result): void;
}

/** Thrown by a handler that knows when to retry. */
export class RetryLater extends Error {
  constructor(
    readonly at: Date,
    reason: string,
  ) {
    super(reason);
    this.name = 'RetryLater';
  }
}
