import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../database/columns.js';

const IdempotencyKeySchema = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  properties: {
    /** Caller and path. */
    scope: p.text().primary(),
    key: p.text().primary(),
    /** HMAC of the request body. */
    requestHash: p.text(),
    /** Status of the stored response; null until a call has completed. */
    status: p.integer().nullable(),
    body: p.json<object>().nullable(),
    createdAt: timestamp().index('idempotency_keys_created'),
    /** Until then, a call with the key is running. */
    lockedUntil: timestamp(),
  },
});

/** The first response to a call with an `Idempotency-Key`. */
export class IdempotencyKeyEntity extends IdempotencyKeySchema.class {}
IdempotencyKeySchema.setClass(IdempotencyKeyEntity);
