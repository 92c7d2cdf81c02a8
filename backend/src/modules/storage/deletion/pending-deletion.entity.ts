import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';

const PendingDeletionSchema = defineEntity({
  name: 'StoragePendingDeletion',
  tableName: 'storage_pending_deletions',
  properties: {
    /** Key in the backend. */
    key: p.text().primary(),
    dueAt: timestamp().index('storage_pending_deletions_due'),
    attempts: p.integer().default(0),
    createdAt: timestamp(),
  },
});

/** Bytes that no object refers to any more and that are still to be deleted. */
export class PendingDeletionEntity extends PendingDeletionSchema.class {}
PendingDeletionSchema.setClass(PendingDeletionEntity);
