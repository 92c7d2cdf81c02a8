import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Clock } from '../clock.js';
import { Database } from '../database/database.js';
import { Logger } from '../logging/logger.js';
import { RegisteredWork } from '../outbox/registered-work.js';
import { ScheduledTaskEntity } from '../scheduler/scheduled-task.entity.js';
import type { ScheduledTask } from '../scheduler/scheduled-task.js';

/**
 * Runs each task of the process when it is due, independently, so that a hanging task does not delay others. The worker that updates
 * the task's row first runs it.
 */
@Injectable()
export class Scheduler {
  private readonly running = new Map<string, Promise<void>>();

  constructor(
    private readonly registeredWork: RegisteredWork,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  @Interval(1000)
  async tick(): Promise<void> {
    await Promise.all(this.registeredWork.scheduledTasks().map((task) => this.runIfDue(task)));
  }

  /** Makes every task due, and waits until all have run. */
  async runAll(): Promise<void> {
    await Promise.allSettled(this.running.values());
    const names = this.registeredWork.scheduledTasks().map(({ id }) => id);
    const nextRunAt = this.clock.now();
    await this.database.em.nativeUpdate(ScheduledTaskEntity, { name: { $in: names } }, { nextRunAt });
    await this.tick();
    await Promise.allSettled(this.running.values());
  }

  private async runIfDue(task: ScheduledTask): Promise<void> {
    if (this.running.has(task.id)) return;
    const run = this.run(task).finally(() => this.running.delete(task.id));
    this.running.set(task.id, run);
    await run;
  }

  private async run(task: ScheduledTask): Promise<void> {
    try {
      if (await this.claimRun(task)) await task.run();
    } catch (error) {
      this.logger.warn('scheduled task failed', { task: task.id, error });
    }
  }

  private async claimRun({ id, everySeconds }: ScheduledTask): Promise<boolean> {
    const nextRunAt = this.clock.in(everySeconds);
    const { affectedRows } = await this.database.em
      .createQueryBuilder(ScheduledTaskEntity)
      .insert({ name: id, nextRunAt })
      .onConflict('name')
      .merge({ nextRunAt })
      .where({ nextRunAt: { $lte: this.clock.now() } })
      .execute('run');
    return affectedRows > 0;
  }
}
