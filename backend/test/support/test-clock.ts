import { Clock } from '../../src/platform/clock/clock.js';

/** Goes with the system's clock until a test moves it on. */
export class TestClock extends Clock {
  private offsetMs = 0;

  override now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }

  advance(seconds: number): void {
    this.offsetMs += seconds * 1000;
  }
}
