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
    const idle = this.registeredWork.scheduledTasks().filter(({ id }) => !this.running.has(id));
    const claimed = this.claimDue(idle);
    await Promise.all(
      idle.map((task) => {
        const run = this.runIfClaimed(task, claimed).finally(() => this.running.delete(task.id));
        this.running.set(task.id, run);
        return run;
      }),
    );
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

  private async runIfClaimed(task: ScheduledTask, claimed: Promise<ReadonlySet<string>>): Promise<void> {
    try {
      if ((await claimed).has(task.id)) await task.run();
    } catch (error) {
      this.logger.warn('scheduled task failed', { task: task.id, error });
    }
  }

  /** IDs of the tasks that were due and that no other worker has claimed, in one statement: this runs every second. */
  private async claimDue(tasks: readonly ScheduledTask[]): Promise<ReadonlySet<string>> {
    if (tasks.length === 0) return new Set();
    const claimed: { name: string }[] = await this.database.em
      .createQueryBuilder(ScheduledTaskEntity)
      .insert(tasks.map(({ id, everySeconds }) => ({ name: id, nextRunAt: this.clock.in(everySeconds) })))
      .onConflict('name')
      .merge(['nextRunAt'])
      .where({ nextRunAt: { $lte: this.clock.now() } })
      .returning('name')
      .execute('all');
    return new Set(claimed.map(({ name }) => name));
  }
}
