import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import type {
  PersonalDataFile,
  PersonalDataRecords,
  Person,
} from '../../platform/personal-data/personal-data.port.js';
import { PersonalRows } from '../../platform/personal-data/personal-rows.repository.js';
import type { PersonalTable } from '../../platform/personal-data/personal-table.js';
import { StoredPersonalData } from '../../platform/personal-data/stored-personal-data.js';
import { InvoiceDocumentEntity } from './invoice-document.entity.js';
import { InvoiceDocumentsRepository } from './invoice-documents.repository.js';
import { ReadDocument } from './read-document.js';
import { ReceiptNumberRangeEntity } from './receipt-number-range.entity.js';

export const documentsTables: readonly PersonalTable[] = [
  {
    entity: InvoiceDocumentEntity,
    rows: 'user_id = :userId',
    keep: { accounting: 'id providerInvoiceId kind version number userId content sha256 issuedAt' },
  },
  {
    entity: ReceiptNumberRangeEntity,
    rows: 'user_id = :userId',
    keep: { accounting: 'userId prefix lastNumber' },
  },
];

/** A user's invoices and receipts. They survive erasure, because the law requires it. */
@Injectable()
export class DocumentsPersonalData extends StoredPersonalData {
  override readonly id = 'invoices';
  protected override readonly tables = documentsTables;

  constructor(
    protected override readonly rows: PersonalRows,
    private readonly documents: InvoiceDocumentsRepository,
    private readonly readDocument: ReadDocument,
  ) {
    super();
  }

  override async *exportPersonalData(person: Person): AsyncGenerator<PersonalDataFile | PersonalDataRecords> {
    yield* super.exportPersonalData(person);
    for (const document of await this.documents.findAllByUser(person.userId)) {
      const { name, bytes } = await this.readDocument.read(document);
      yield { path: name, content: Readable.from([bytes]) };
    }
  }
}
