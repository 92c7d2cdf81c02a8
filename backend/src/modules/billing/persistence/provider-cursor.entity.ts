import { defineEntity, p } from '@mikro-orm/postgresql';

const ProviderCursorSchema = defineEntity({
  name: 'ProviderCursor',
  tableName: 'provider_cursors',
  properties: {
    name: p.text().primary(),
    readUntil: p.datetime().columnType('timestamptz'),
  },
});

/** How far one of the payment provider's lists has been read. */
export class ProviderCursorEntity extends ProviderCursorSchema.class {}
ProviderCursorSchema.setClass(ProviderCursorEntity);

export const billingEntities = [ProviderCursorEntity];
