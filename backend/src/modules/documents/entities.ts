import type { EntityClass } from '@mikro-orm/postgresql';
import { InvoiceDocumentEntity } from './invoice-document.entity.js';
import { ReceiptNumberRangeEntity } from './receipt-number-range.entity.js';

/** Entities of this module. */
export const documentsEntities: EntityClass<object>[] = [InvoiceDocumentEntity, ReceiptNumberRangeEntity];
