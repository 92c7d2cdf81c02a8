import { defineEntity, p } from '@mikro-orm/postgresql';
import { DATA_EXPORT_STATUSES } from '@subscription-site/shared/contracts';
import { timestamp } from '../../../platform/database/columns.js';

const DataExportSchema = defineEntity({
  name: 'DataExport',
  tableName: 'data_exports',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    status: p.enum(DATA_EXPORT_STATUSES),
    sizeBytes: p.bigint('number').strictNullable(),
    requestedAt: timestamp(),
    finishedAt: timestamp().strictNullable(),
    /** When the archive is deleted; null until it is ready. */
    expiresAt: timestamp().strictNullable(),
  },
  indexes: [
    {
      name: 'data_exports_user',
      properties: ['userId', 'requestedAt'],
      columns: [{ name: 'userId' }, { name: 'requestedAt', sort: 'DESC' }],
    },
    { name: 'data_exports_expired', where: 'expires_at IS NOT NULL', properties: ['expiresAt'] },
  ],
  uniques: [{ name: 'data_exports_one_pending', where: "status = 'pending'::text", properties: ['userId'] }],
});

/** A requested export of a person's data. */
export class DataExportEntity extends DataExportSchema.class {}
DataExportSchema.setClass(DataExportEntity);
