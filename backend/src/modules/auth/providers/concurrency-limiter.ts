import { ServiceUnavailableError } from '../../../platform/errors/domain-error.js';

/** How long the work is thought to take before any was done. */
const INITIAL_ESTIMATE_MS = 30;
/** Weight of the latest work in the average. */
const SMOOTHING_FACTOR = 0.1;

/**
 * Lets so many pieces of work run at once and the others wait in their order. The person who would wait too long, by the time that
 * work takes lately on this machine, is rejected at once: he may come back, and those before him are served in time.
 */
export class ConcurrencyLimiter {
  private running = 0;
  private averageMs = INITIAL_ESTIMATE_MS;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly slots: number,
    private readonly maxWaitMs: number,
  ) {}

  get waitingCount(): number {
    return this.waiting.length;
  }

  /** Throws `service_unavailable` when the line is too long. */
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
    if (waitMs > this.maxWaitMs) {
      throw new ServiceUnavailableError(
        'Too many people are signing in right now. Please try again in a moment.',
      );
    }
    return new Promise((enter) => this.waiting.push(enter));
  }
}
