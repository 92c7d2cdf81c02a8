import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';

const StaffAlertSchema = defineEntity({
  name: 'StaffAlert',
  tableName: 'staff_alerts',
  properties: {
    cause: p.text().primary(),
    occurrences: p.integer(),
    template: p.text(),
    params: p.json<Record<string, unknown>>(),
    sentAt: timestamp().nullable(),
  },
});

export class StaffAlertEntity extends StaffAlertSchema.class {}
StaffAlertSchema.setClass(StaffAlertEntity);
