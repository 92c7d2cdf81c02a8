import { Clock } from '../../src/platform/clock.js';

/** Follows the system clock, plus the time that tests advance it by. */
export class TestClock extends Clock {
  private offsetMs = 0;
  private readonly listeners: ((seconds: number) => void)[] = [];

  override now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }

  advance(seconds: number): void {
    this.offsetMs += seconds * 1000;
    for (const listener of this.listeners) listener(seconds);
  }

  /** `listener` is called after each advance, with its seconds. */
  onAdvance(listener: (seconds: number) => void): void {
    this.listeners.push(listener);
  }
}
