import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';

const SmsMessageSchema = defineEntity({
  name: 'SmsMessage',
  tableName: 'sms_messages',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    purpose: p.text(),
    channel: p.enum(['sms', 'whatsapp']),
    recipient: p.text(),
    challengeId: p.uuid().nullable(),
    status: p.enum(['queued', 'sent', 'failed', 'canceled']),
    providerId: p.text().nullable(),
    lastError: p.text().nullable(),
    createdAt: timestamp(),
    finishedAt: timestamp().nullable(),
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
