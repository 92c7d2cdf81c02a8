import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Clock } from '../clock.js';
import { Database } from '../database/database.js';
import { Logger } from '../logging/logger.js';
import { RegisteredWork } from '../outbox/registered-work.js';
import { ScheduledTaskEntity } from './scheduled-task.entity.js';
import type { ScheduledTask } from './scheduled-task.js';

/**
 * Runs each task of the process when it is due, independently, so that a hanging task does not delay others. The worker that updates
 * the task's row first runs it.
 */
@Injectable()
export class Scheduler {
  private readonly running = new Set<string>();

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

  private async runIfDue(task: ScheduledTask): Promise<void> {
    if (this.running.has(task.id)) return;
    this.running.add(task.id);
    try {
      if (await this.claimRun(task)) await task.run();
    } catch (error) {
      this.logger.warn('scheduled task failed', { task: task.id, error });
    } finally {
      this.running.delete(task.id);
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
