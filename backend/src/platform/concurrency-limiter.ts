import { ServiceUnavailableError } from './domain-error.js';

/** Assumed duration until the first measurement. */
const INITIAL_ESTIMATE_MS = 30;
/** Weight of the latest measurement in the moving average. */
const SMOOTHING_FACTOR = 0.1;

/**
 * Limits how many tasks run concurrently; the others wait in FIFO order. A task whose estimated wait exceeds the maximum is rejected
 * immediately, so that the tasks ahead of it finish in time. The estimate is a moving average of recent durations.
 */
export class ConcurrencyLimiter {
  private running = 0;
  private averageMs = INITIAL_ESTIMATE_MS;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly slots: number,
    private readonly maxWaitMs: number,
    private readonly rejection: string,
  ) {}

  get waitingCount(): number {
    return this.waiting.length;
  }

  /** Throws `service_unavailable` if the queue is too long. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.slots) this.running++;
    else await this.waitForSlot();
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      this.averageMs += SMOOTHING_FACTOR * (performance.now() - startedAt - this.averageMs);
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }

  private waitForSlot(): Promise<void> {
    const waitMs = ((this.waiting.length + 1) * this.averageMs) / this.slots;
    if (waitMs > this.maxWaitMs) throw new ServiceUnavailableError(this.rejection);
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
