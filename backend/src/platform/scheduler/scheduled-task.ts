/** A task that runs again and again, on one worker at a time. Must be harmless to repeat. */
export abstract class ScheduledTask {
  /** Names the task in its row: never changed, never used again for another one. */
  abstract readonly id: string;
  abstract readonly everySeconds: number;
  abstract run(): Promise<void>;
}
