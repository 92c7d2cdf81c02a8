import { Clock } from '../../src/platform/clock.js';

/** Follows the system clock, plus the time that tests advance it by. */
export class TestClock extends Clock {
  private offsetMs = 0;

  override now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }

  advance(seconds: number): void {
    this.offsetMs += seconds * 1000;
  }
}
