/**
 * The only source of the current time, so that tests and developers can advance it by months. Billing, trials, emails and retention
 * follow it; what must not expire early uses `RealClock`.
 */
export abstract class Clock {
  abstract now(): Date;

  /** The time this many seconds from now; negative for the past. */
  in(seconds: number): Date {
    return new Date(this.now().getTime() + seconds * 1000);
  }
}

/** Not affected when developers advance the clock: for tokens, sessions and signatures. */
export abstract class RealClock extends Clock {}

export class SystemClock extends RealClock {
  override now(): Date {
    return new Date();
  }
}

/** Follows the system clock with an offset that developers set. */
export class OffsetClock extends Clock {
  offsetMs = 0;

  override now(): Date {
    return new Date(new Date().getTime() + this.offsetMs);
  }
}
