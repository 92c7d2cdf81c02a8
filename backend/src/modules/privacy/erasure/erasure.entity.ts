import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from '../../../platform/database/columns.js';

const ErasureSchema = defineEntity({
  name: 'Erasure',
  tableName: 'erasures',
  properties: {
    userId: p.uuid().primary(),
    deletedAt: timestamp(),
    erasedAt: timestamp(),
  },
});

/** Evidence that a person's data was erased. */
export class ErasureEntity extends ErasureSchema.class {}
ErasureSchema.setClass(ErasureEntity);
