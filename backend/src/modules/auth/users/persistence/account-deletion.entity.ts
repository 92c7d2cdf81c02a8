import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../../platform/database/columns.js';

const AccountDeletionSchema = defineEntity({
  name: 'AccountDeletion',
  tableName: 'account_deletions',
  properties: {
    userId: p.uuid().primary(),
    requestedAt: timestamp(),
    scheduledFor: timestamp(),
    /** Whether the request canceled the plan, so that undoing it resumes the plan. */
    canceledPlan: p.boolean(),
  },
});

/** An account that its owner has asked to delete. */
export class AccountDeletionEntity extends AccountDeletionSchema.class {}
AccountDeletionSchema.setClass(AccountDeletionEntity);
