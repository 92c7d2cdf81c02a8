/** The only source of the current time, so that tests can advance it by months. */
export abstract class Clock {
  abstract now(): Date;

  /** The time this many seconds from now; negative for the past. */
  in(seconds: number): Date {
    return new Date(this.now().getTime() + seconds * 1000);
  }
}

export class SystemClock extends Clock {
  override now(): Date {
    return new Date();
  }
}
