import type { Store } from '../state/store.ts';

/** The sandbox's time: real time plus an offset that survives a restart. Only forwards. */
export class Clock {
  private readonly store: Store;
  private frozenAt: number | null = null;

  constructor(store: Store) {
    this.store = store;
  }

  /** Seconds since 1970, whole. */
  now(): number {
    return this.frozenAt ?? realSeconds() + this.offsetSeconds;
  }

  get offsetSeconds(): number {
    return Number(this.store.get('setting', 'clock')?.value ?? 0);
  }

  /** Time stands at this moment while the work runs, so that what is late happens at its own time. */
  during<T>(moment: number, work: () => T): T {
    const before = this.frozenAt;
    this.frozenAt = moment;
    try {
      return work();
    } finally {
      this.frozenAt = before;
    }
  }

  moveTo(moment: number): void {
    this.store.put('setting', { id: 'clock', value: String(moment - realSeconds()) });
  }
}

function realSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
