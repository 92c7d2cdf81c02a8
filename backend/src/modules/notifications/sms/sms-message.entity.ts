import { defineEntity, p } from '@mikro-orm/postgresql';
import { SMS_STATUSES, type SmsListItem } from '@subscription-site/shared/contracts';
import { timestamp } from '../../../platform/database/columns.js';

const SmsMessageSchema = defineEntity({
  name: 'SmsMessage',
  tableName: 'sms_messages',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    /** What the code confirms. The code itself is generated on delivery and never stored. */
    purpose: p.text().$type<SmsListItem['purpose']>(),
    channel: p.enum(['sms', 'whatsapp']),
    /** Digits, without a plus sign. */
    recipient: p.text(),
    /** The MFA challenge that the code is for. */
    challengeId: p.uuid().strictNullable(),
    status: p.enum(SMS_STATUSES),
    /** The provider's id for the message. */
    providerId: p.text().strictNullable(),
    lastError: p.text().strictNullable(),
    createdAt: timestamp(),
    /** Null until a worker starts to send the message, and again if it may be retried. */
    attemptStartedAt: timestamp().strictNullable(),
    /** Null while queued. */
    finishedAt: timestamp().strictNullable(),
  },
  indexes: [
    {
      name: 'sms_messages_listed',
      properties: ['createdAt', 'id'],
      columns: [
        { name: 'createdAt', sort: 'DESC' },
        { name: 'id', sort: 'DESC' },
      ],
    },
    {
      name: 'sms_messages_unsent',
      where: "status <> 'sent'::text",
      properties: ['status'],
    },
    {
      name: 'sms_messages_user',
      properties: ['userId', 'createdAt'],
      columns: [{ name: 'userId' }, { name: 'createdAt', sort: 'DESC' }],
    },
  ],
});

export class SmsMessageEntity extends SmsMessageSchema.class {}
SmsMessageSchema.setClass(SmsMessageEntity);
