import { defineEntity, p } from '@mikro-orm/postgresql';
import { EMAIL_STATUSES } from '@subscription-site/shared/contracts';
import { timestamp } from '../../../platform/database/columns.js';
import type { Locale } from '../templates/domain/email.js';
import type { TemplateName } from '../templates/domain/catalog.js';

const EmailSchema = defineEntity({
  name: 'Email',
  tableName: 'emails',
  properties: {
    id: p.uuid().primary(),
    /** First email of a chain of replays; its own id if it is the first. Recipients see the chain as one email. */
    originId: p.uuid(),
    /** The email that this one replaced. */
    replayOf: () =>
      p.manyToOne(EmailEntity).mapToPk().joinColumn('replay_of').deleteRule('no action').strictNullable(),
    /** When a replay replaced this email. */
    replayedAt: timestamp().strictNullable(),
    /** The email that replaced this one. Loaded only if populated. */
    replayedBy: p
      .uuid()
      .strictNullable()
      .formula(
        ({ id, originId }) => `(
          select replay.id from emails replay where replay.origin_id = ${originId} and replay.replay_of = ${id}
          order by replay.created_at desc limit 1)`,
      )
      .lazy(),
    /** The outbox event that sends it. */
    eventId: p.uuid(),
    /** Null for emails to staff and to people without an account. */
    userId: p.uuid().strictNullable(),
    template: p.text().$type<TemplateName>(),
    locale: p.text().$type<Locale>(),
    recipient: p.text(),
    recipientNormalized: p.text().collation('C'),
    subject: p.text(),
    /** Parameters of the template; contain no secrets. */
    params: p.json<object>(),
    /** `Message-ID` header; the same for every attempt. */
    messageId: p.text(),
    /** Set for emails that are sent only once, such as the welcome email of a user and tier. */
    dedupeKey: p.text().strictNullable(),
    status: p.enum(EMAIL_STATUSES),
    /** Attempts started. */
    attempts: p.integer().default(0),
    nextAttemptAt: timestamp().strictNullable(),
    /** Start of the attempt in progress. */
    attemptStartedAt: timestamp().strictNullable(),
    /** Name of the worker making the attempt. */
    leasedBy: p.text().strictNullable(),
    leaseUntil: timestamp().strictNullable(),
    lastError: p.text().strictNullable(),
    /** The staff member who replayed it. */
    createdBy: p.uuid().strictNullable(),
    /** Attempts made ahead of schedule. They do not count toward the schedule. */
    earlyAttempts: p.integer().default(0),
    /** When the regularly scheduled attempt is due; set while early attempts are being made. */
    scheduledAttemptAt: timestamp().strictNullable(),
    createdAt: timestamp(),
    sentAt: timestamp().strictNullable(),
    failedAt: timestamp().strictNullable(),
    canceledAt: timestamp().strictNullable(),
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
