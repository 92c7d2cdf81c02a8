import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';

const ProviderCursorSchema = defineEntity({
  name: 'ProviderCursor',
  tableName: 'provider_cursors',
  properties: {
    name: p.text().primary(),
    /** Time of the newest event read so far, on the provider's clock. */
    readUntil: timestamp(),
  },
});

/** How far a list at the provider has been read. */
export class ProviderCursorEntity extends ProviderCursorSchema.class {}
ProviderCursorSchema.setClass(ProviderCursorEntity);
