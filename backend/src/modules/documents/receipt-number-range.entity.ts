import { defineEntity, p } from '@mikro-orm/postgresql';

const ReceiptNumberRangeSchema = defineEntity({
  name: 'ReceiptNumberRange',
  tableName: 'receipt_number_ranges',
  properties: {
    userId: p.uuid().primary(),
    /** Prefix of each number. Random, so that it doesn't reveal the number of customers. */
    prefix: p.text().unique(),
    lastNumber: p.integer(),
  },
});

/** The receipt numbers of a customer. */
export class ReceiptNumberRangeEntity extends ReceiptNumberRangeSchema.class {}
ReceiptNumberRangeSchema.setClass(ReceiptNumberRangeEntity);
