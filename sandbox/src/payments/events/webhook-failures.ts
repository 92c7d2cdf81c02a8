import type { EventType } from '../state/wire.ts';
import type { Delivery } from '../state/records.ts';

/** Trouble for the next events: sent late, twice, behind the following one, or not at all. */
export interface WebhookFailure {
  kind: 'delay' | 'duplicate' | 'reorder' | 'drop';
  /** How many events it still meets. */
  count: number;
  /** For `delay`. */
  ms: number;
  /** For `duplicate`: how often it is sent in all. */
  copies: number;
  /** Only events of these types; all when absent. */
  types?: string[];
}

const LONGEST_HOLD_MS = 5000;

export class WebhookFailures {
  private faults: WebhookFailure[] = [];

  current(): WebhookFailure[] {
    return this.faults.map((fault) => ({ ...fault }));
  }

  add(fault: WebhookFailure): void {
    this.faults.push({ ...fault });
  }

  reset(): void {
    this.faults = [];
  }

  /** Changes a fresh delivery as the first matching error says, and uses up one of its counts. */
  apply(delivery: Delivery, type: EventType): Delivery {
    const fault = this.faults.find(({ types }) => !types || types.includes(type));
    if (!fault) return delivery;
    fault.count -= 1;
    this.faults = this.faults.filter(({ count }) => count > 0);
    const { nextAttemptAt } = delivery;
    switch (fault.kind) {
      case 'drop':
        return { ...delivery, status: 'dropped', lastAnswer: 'dropped by a control' };
      case 'delay':
        return { ...delivery, nextAttemptAt: nextAttemptAt + fault.ms };
      case 'duplicate':
        return { ...delivery, copies: fault.copies };
      case 'reorder':
        return { ...delivery, held: true, nextAttemptAt: nextAttemptAt + LONGEST_HOLD_MS };
    }
  }
}
