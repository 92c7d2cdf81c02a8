import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Database } from '../../platform/database/database.js';
import { DomainError } from '../../platform/domain-error.js';
import { InternalFiles } from '../storage/index.js';
import { InvoiceDocumentsRepository, type InvoiceDocument } from './invoice-documents.repository.js';

export const DOCUMENTS_BUCKET = 'invoice-documents';
const PDF = 'application/pdf';

export interface PdfFile {
  name: string;
  bytes: Buffer;
  sha256: string;
}

/** The PDF of a document. Rendered and stored when it is first read; every later read returns the same bytes. */
@Injectable()
export class ReadDocument {
  constructor(
    private readonly documents: InvoiceDocumentsRepository,
    private readonly files: InternalFiles,
    private readonly database: Database,
  ) {}

  async read(document: InvoiceDocument): Promise<PdfFile> {
    const file = { bucketId: DOCUMENTS_BUCKET, name: toFileName(document) };
    if (!document.sha256) {
      // Loaded on first use: the PDF library needs about 30 MB.
      const { renderDocument } = await import('./pdf/render-document.js');
      await this.files.store(file, PDF, await renderDocument(document));
    }
    // If two requests render it at the same time, the first stored PDF is kept.
    const bytes = await this.files.read(file);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (!document.sha256)
      await this.database.transaction(() => this.documents.markStored(document.id, sha256));
    else if (document.sha256 !== sha256)
      throw new DomainError('internal', 'internal_error', "The stored document doesn't match its checksum.");
    return { name: toDownloadName(document), bytes, sha256 };
  }
}

export function toFileName({ providerInvoiceId, kind, version }: InvoiceDocument): string {
  return `${providerInvoiceId}/${kind}-${version}.pdf`;
}

function toDownloadName({ kind, number, version }: InvoiceDocument): string {
  const suffix = version === 1 ? '' : `-v${version}`;
  return `${kind}-${number.replace(/[^A-Za-z0-9-]+/g, '-')}${suffix}.pdf`;
}
