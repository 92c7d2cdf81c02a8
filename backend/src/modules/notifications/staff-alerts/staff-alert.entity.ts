import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';
import type { TemplateName } from '../templates/domain/catalog.js';

const StaffAlertSchema = defineEntity({
  name: 'StaffAlert',
  tableName: 'staff_alerts',
  properties: {
    /** For example `payment-review:amount`; each cause sends at most one email an hour. */
    cause: p.text().primary(),
    /** Number since the last email. */
    occurrences: p.integer(),
    /** Template and parameters of the latest occurrence. */
    template: p.text().$type<TemplateName>(),
    params: p.json<object>(),
    /** When the last email was queued. */
    sentAt: timestamp().strictNullable(),
  },
});

export class StaffAlertEntity extends StaffAlertSchema.class {}
StaffAlertSchema.setClass(StaffAlertEntity);
