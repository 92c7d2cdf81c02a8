import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';

const GuaranteeRefundSchema = defineEntity({
  name: 'GuaranteeRefund',
  tableName: 'guarantee_refunds',
  properties: {
    userId: p.uuid().primary(),
    subscriptionId: p.uuid(),
    /** Keyed hash of the normalized address, or of the account if another refund has the address. */
    emailHash: p.text().unique(),
    /** Keyed hash of the card's fingerprint. Null if unknown, or if another refund has it. */
    cardHash: p.text().strictNullable().unique(),
    createdAt: timestamp(),
  },
});

/** A refund under the money-back guarantee: one per account. Purchases made later with the same address or card are not refunded. */
export class GuaranteeRefundEntity extends GuaranteeRefundSchema.class {}
GuaranteeRefundSchema.setClass(GuaranteeRefundEntity);
