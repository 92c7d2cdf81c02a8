import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../database/columns.js';

const ScheduledTaskSchema = defineEntity({
  name: 'ScheduledTask',
  tableName: 'scheduled_tasks',
  properties: {
    /** ID of the task. */
    name: p.text().primary(),
    nextRunAt: timestamp(),
  },
});

/** When a task may run again, on whichever worker claims it first. */
export class ScheduledTaskEntity extends ScheduledTaskSchema.class {}
ScheduledTaskSchema.setClass(ScheduledTaskEntity);
