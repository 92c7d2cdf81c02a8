/** The only source of the present time, so that tests can live through months. */
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
