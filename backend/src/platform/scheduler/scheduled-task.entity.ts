import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../database/columns.js';

const ScheduledTaskSchema = defineEntity({
  name: 'ScheduledTask',
  tableName: 'scheduled_tasks',
  properties: {
    name: p.text().primary(),
    nextRunAt: timestamp(),
  },
});

export class ScheduledTaskEntity extends ScheduledTaskSchema.class {}
ScheduledTaskSchema.setClass(ScheduledTaskEntity);
