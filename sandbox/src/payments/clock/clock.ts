import type { Store } from '../state/store.ts';

/** The sandbox's time: real time plus an offset that survives restarts. Only moves forward. */
export class Clock {
  private readonly store: Store;
  private frozenAt: number | null = null;

  constructor(store: Store) {
    this.store = store;
  }

  /** Unix time in seconds. */
  now(): number {
    return this.frozenAt ?? realSeconds() + this.offsetSeconds;
  }

  get offsetSeconds(): number {
    return Number(this.store.get('setting', 'clock')?.value ?? 0);
  }

  /** Freezes time while the callback runs, so that overdue tasks see the time they were due. */
  runAt<T>(moment: number, work: () => T): T {
    const previous = this.frozenAt;
    this.frozenAt = moment;
    try {
      return work();
    } finally {
      this.frozenAt = previous;
    }
  }

  advanceTo(moment: number): void {
    this.store.put('setting', { id: 'clock', value: String(moment - realSeconds()) });
  }
}

function realSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
