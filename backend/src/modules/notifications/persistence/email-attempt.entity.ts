import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';
import { EmailEntity } from './email.entity.js';

const EmailAttemptSchema = defineEntity({
  name: 'EmailAttempt',
  tableName: 'email_attempts',
  properties: {
    emailId: () => p.manyToOne(EmailEntity).mapToPk().joinColumn('email_id').primary().deleteRule('cascade'),
    number: p.integer().primary(),
    startedAt: timestamp(),
    finishedAt: timestamp(),
    outcome: p.enum(['sent', 'deferred', 'rejected', 'interrupted']),
    smtpResponse: p.text().nullable(),
    error: p.text().nullable(),
    worker: p.text(),
  },
});

export class EmailAttemptEntity extends EmailAttemptSchema.class {}
EmailAttemptSchema.setClass(EmailAttemptEntity);
