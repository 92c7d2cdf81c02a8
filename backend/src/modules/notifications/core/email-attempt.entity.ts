import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';
import { EmailEntity } from './email.entity.js';

const EmailAttemptSchema = defineEntity({
  name: 'EmailAttempt',
  tableName: 'email_attempts',
  properties: {
    emailId: () => p.manyToOne(EmailEntity).mapToPk().joinColumn('email_id').primary().deleteRule('cascade'),
    /** Starts at 1. */
    number: p.integer().primary(),
    startedAt: timestamp(),
    /** Attempts are stored when they end. */
    finishedAt: timestamp(),
    /** `interrupted`: its worker died or lost its connection. */
    outcome: p.enum(['sent', 'deferred', 'rejected', 'interrupted']),
    /** The mail server's response; null if there was none. */
    smtpResponse: p.text().strictNullable(),
    error: p.text().strictNullable(),
    worker: p.text(),
  },
});

export class EmailAttemptEntity extends EmailAttemptSchema.class {}
EmailAttemptSchema.setClass(EmailAttemptEntity);
