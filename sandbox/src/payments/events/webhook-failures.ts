import type { Delivery, StoredEvent } from '../state/records.ts';

/** A simulated failure of the next events: sent late, several times, after the following event, or not at all. */
export interface WebhookFailure {
  kind: 'delay' | 'duplicate' | 'reorder' | 'drop';
  /** Number of events it still applies to. */
  count: number;
  /** For `delay`. */
  ms: number;
  /** For `duplicate`: total number of requests. */
  copies: number;
  /** Event types it applies to; all types if absent. */
  types?: string[];
  /** ID of the customer whose events it applies to; all customers if absent. */
  customer?: string;
}

const MAX_HOLD_MS = 5000;

export class WebhookFailures {
  private failures: WebhookFailure[] = [];

  current(): WebhookFailure[] {
    return this.failures.map((failure) => ({ ...failure }));
  }

  add(failure: WebhookFailure): void {
    this.failures.push({ ...failure });
  }

  reset(): void {
    this.failures = [];
  }

  /** Applies the first matching failure to a new delivery, and decrements its count. */
  apply(delivery: Delivery, { type, object, previousAttributes }: StoredEvent): Delivery {
    const failure = this.failures.find(
      ({ types, customer }) =>
        (!types || types.includes(type)) &&
        (!customer || JSON.stringify([object, previousAttributes]).includes(customer)),
    );
    if (!failure) return delivery;
    failure.count -= 1;
    this.failures = this.failures.filter(({ count }) => count > 0);
    const { nextAttemptAt } = delivery;
    switch (failure.kind) {
      case 'drop':
        return { ...delivery, status: 'dropped', lastResponse: 'dropped by simulated failure' };
      case 'delay':
        return { ...delivery, nextAttemptAt: nextAttemptAt + failure.ms };
      case 'duplicate':
        return { ...delivery, copies: failure.copies };
      case 'reorder':
        return { ...delivery, held: true, nextAttemptAt: nextAttemptAt + MAX_HOLD_MS };
    }
  }
}
