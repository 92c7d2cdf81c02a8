import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';

const EmailSchema = defineEntity({
  name: 'Email',
  tableName: 'emails',
  properties: {
    id: p.uuid().primary(),
    originId: p.uuid(),
    replayOf: () =>
      p.manyToOne(EmailEntity).mapToPk().joinColumn('replay_of').deleteRule('no action').nullable(),
    replayedAt: timestamp().nullable(),
    eventId: p.uuid(),
    userId: p.uuid().nullable(),
    template: p.text(),
    locale: p.text(),
    recipient: p.text(),
    recipientNormalized: p.text().collation('C'),
    subject: p.text(),
    params: p.json<Record<string, unknown>>(),
    messageId: p.text(),
    dedupeKey: p.text().nullable(),
    status: p.enum(['queued', 'sending', 'sent', 'failed', 'canceled']),
    attempts: p.integer().default(0),
    nextAttemptAt: timestamp().nullable(),
    attemptStartedAt: timestamp().nullable(),
    leasedBy: p.text().nullable(),
    leaseUntil: timestamp().nullable(),
    lastError: p.text().nullable(),
    createdBy: p.uuid().nullable(),
    earlyAttempts: p.integer().default(0),
    scheduledAttemptAt: timestamp().nullable(),
    createdAt: timestamp(),
    sentAt: timestamp().nullable(),
    failedAt: timestamp().nullable(),
    canceledAt: timestamp().nullable(),
  },
  indexes: [
    {
      name: 'emails_created',
      properties: ['createdAt', 'id'],
      columns: [
        { name: 'createdAt', sort: 'DESC' },
        { name: 'id', sort: 'DESC' },
      ],
    },
    {
      name: 'emails_deferred',
      where: "(status = 'queued'::text) AND (next_attempt_at IS NOT NULL)",
      properties: ['nextAttemptAt'],
    },
    {
      name: 'emails_recipient',
      properties: ['recipientNormalized', 'createdAt', 'id'],
      columns: [
        { name: 'recipientNormalized' },
        { name: 'createdAt', sort: 'DESC' },
        { name: 'id', sort: 'DESC' },
      ],
    },
    {
      name: 'emails_replays',
      where: 'replay_of IS NOT NULL',
      properties: ['originId', 'createdAt'],
    },
    { name: 'emails_sent', where: 'sent_at IS NOT NULL', properties: ['sentAt'] },
    {
      name: 'emails_status',
      where: "status <> 'sent'::text",
      properties: ['status', 'createdAt', 'id'],
      columns: [{ name: 'status' }, { name: 'createdAt', sort: 'DESC' }, { name: 'id', sort: 'DESC' }],
    },
    {
      name: 'emails_template',
      properties: ['template', 'createdAt', 'id'],
      columns: [{ name: 'template' }, { name: 'createdAt', sort: 'DESC' }, { name: 'id', sort: 'DESC' }],
    },
    {
      name: 'emails_waiting_for_support',
      where: "(status = 'failed'::text) AND (replayed_at IS NULL)",
      properties: ['failedAt'],
    },
  ],
  uniques: [
    {
      name: 'emails_dedupe',
      where: 'dedupe_key IS NOT NULL',
      properties: ['dedupeKey'],
    },
    {
      name: 'emails_one_waiting',
      where: "status = ANY (ARRAY['queued'::text, 'sending'::text])",
      properties: ['originId'],
    },
  ],
});

export class EmailEntity extends EmailSchema.class {}
EmailSchema.setClass(EmailEntity);
