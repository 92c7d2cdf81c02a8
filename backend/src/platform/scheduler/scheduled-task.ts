/** A recurring task that runs on one worker at a time. Must be idempotent. */
export abstract class ScheduledTask {
  /** Identifies the task in its row. Never change it or reuse it for another task. */
  abstract readonly id: string;
  abstract readonly everySeconds: number;
  abstract run(): Promise<void>;
}
