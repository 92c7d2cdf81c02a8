import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { DocumentKind } from './domain/document-types.js';
import { InvoiceDocumentEntity } from './invoice-document.entity.js';
import { ReceiptNumberRangeEntity } from './receipt-number-range.entity.js';

export type InvoiceDocument = InvoiceDocumentEntity;

@Injectable()
export class InvoiceDocumentsRepository {
  constructor(private readonly database: Database) {}

  /** The latest version, or the given one. */
  find(providerInvoiceId: string, kind: DocumentKind, version?: number): Promise<InvoiceDocument | null> {
    return this.database.em.findOne(
      InvoiceDocumentEntity,
      { providerInvoiceId, kind, ...(version !== undefined && { version }) },
      { orderBy: { version: 'desc' }, refresh: true },
    );
  }

  /** The latest version of each of a user's invoices, newest first. */
  async findLatestInvoices(userId: string): Promise<InvoiceDocument[]> {
    const all = await this.database.em.find(
      InvoiceDocumentEntity,
      { userId, kind: 'invoice' },
      { orderBy: { version: 'asc' } },
    );
    const latest = new Map(all.map((document) => [document.providerInvoiceId, document]));
    return [...latest.values()].toSorted((a, b) => b.issuedAt.getTime() - a.issuedAt.getTime());
  }

  /** All versions of all documents of a user, oldest first. */
  findAllByUser(userId: string): Promise<InvoiceDocument[]> {
    return this.database.em.find(
      InvoiceDocumentEntity,
      { userId },
      { orderBy: { issuedAt: 'asc', id: 'asc' } },
    );
  }

  /** IDs of the users with a document that has this number. */
  async findOwners(number: string): Promise<string[]> {
    const found = await this.database.em.find(InvoiceDocumentEntity, { number }, { fields: ['userId'] });
    return [...new Set(found.map(({ userId }) => userId))];
  }

  findByInvoices(providerInvoiceIds: readonly string[]): Promise<InvoiceDocument[]> {
    return this.database.em.find(InvoiceDocumentEntity, {
      providerInvoiceId: { $in: [...providerInvoiceIds] },
    });
  }

  /** Requires a transaction. */
  add(document: InvoiceDocument): void {
    const { em } = this.database;
    em.persist(em.create(InvoiceDocumentEntity, document));
  }

  async markStored(id: string, sha256: string): Promise<void> {
    await this.database.em.nativeUpdate(InvoiceDocumentEntity, { id, sha256: null }, { sha256 });
  }

  async delete(ids: readonly string[]): Promise<void> {
    await this.database.em.nativeDelete(InvoiceDocumentEntity, { id: { $in: [...ids] } });
  }

  /** Requires a transaction. The customer's next receipt number; a rollback returns it. */
  async takeReceiptNumber(userId: string, newPrefix: string): Promise<string> {
    const { em } = this.database;
    await em
      .createQueryBuilder(ReceiptNumberRangeEntity)
      .insert({ userId, prefix: newPrefix, lastNumber: 0 })
      .onConflict(['userId'])
      .ignore()
      .execute('run');
    const range = await em.findOneOrFail(
      ReceiptNumberRangeEntity,
      { userId },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    range.lastNumber += 1;
    return `${range.prefix}-${String(range.lastNumber).padStart(4, '0')}`;
  }
}
