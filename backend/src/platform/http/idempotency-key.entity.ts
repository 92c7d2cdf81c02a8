import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../database/columns.js';

const IdempotencyKeySchema = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  properties: {
    scope: p.text().primary(),
    key: p.text().primary(),
    requestHash: p.text(),
    status: p.integer().nullable(),
    body: p.json<Record<string, unknown>>().nullable(),
    createdAt: timestamp().index('idempotency_keys_created'),
    lockedUntil: timestamp(),
  },
});

export class IdempotencyKeyEntity extends IdempotencyKeySchema.class {}
IdempotencyKeySchema.setClass(IdempotencyKeyEntity);
