/** A task that runs again and again, on one worker at a time. Must be harmless to repeat. */
export abstract class ScheduledTask {
  abstract readonly name: string;
  abstract readonly everySeconds: number;
  abstract run(): Promise<void>;
}
