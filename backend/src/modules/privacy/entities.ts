import type { EntityClass } from '@mikro-orm/postgresql';
import { ErasureEntity } from './erasure/erasure.entity.js';
import { DataExportEntity } from './exports/data-export.entity.js';

/** Entities of this module. */
export const privacyEntities: EntityClass<object>[] = [DataExportEntity, ErasureEntity];
