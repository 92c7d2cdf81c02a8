import { defineEntity, p } from '@mikro-orm/postgresql';

const PriceSchema = defineEntity({
  name: 'Price',
  tableName: 'prices',
  properties: {
    lookupKey: p.text().primary(),
    providerPriceId: p.text(),
    amountCents: p.integer(),
    currency: p.text(),
  },
});

/** The provider's price of a plan and interval. */
export class PriceEntity extends PriceSchema.class {}
PriceSchema.setClass(PriceEntity);
