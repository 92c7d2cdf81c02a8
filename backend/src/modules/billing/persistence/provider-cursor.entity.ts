import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';

const ProviderCursorSchema = defineEntity({
  name: 'ProviderCursor',
  tableName: 'provider_cursors',
  properties: {
    name: p.text().primary(),
    readUntil: timestamp(),
  },
});

export class ProviderCursorEntity extends ProviderCursorSchema.class {}
ProviderCursorSchema.setClass(ProviderCursorEntity);
