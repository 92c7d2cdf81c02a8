import { Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { Clock } from '../../platform/clock.js';
import { Settings } from '../../platform/config/settings.js';
import { Database } from '../../platform/database/database.js';
import { CustomerBillingDetails, InvoicesRepository, type Invoice } from '../billing/index.js';
import { toBuyer, toDocumentFacts, isSameBuyer, isUpToDate } from './document-content.js';
import type { Buyer, DocumentFacts, DocumentKind, Seller } from './domain/document-types.js';
import { FindInvoice } from './find-invoice.js';
import { documentNotFound } from './document-errors.js';
import { InvoiceDocumentsRepository, type InvoiceDocument } from './invoice-documents.repository.js';

/** Easy to read aloud: no characters that look alike. */
const PREFIX_CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'; // cspell:disable-line
const PREFIX_LENGTH = 8;

export interface DocumentRequest {
  userId: string;
  invoiceId: string;
  kind: DocumentKind;
  /** Show the current billing details, even if the document has others. */
  corrected?: boolean;
}

/** Decides what a document states. A new version is issued after a refund, or if the customer corrects the billing details. */
@Injectable()
export class IssueDocument {
  constructor(
    private readonly documents: InvoiceDocumentsRepository,
    private readonly invoices: InvoicesRepository,
    private readonly findInvoice: FindInvoice,
    private readonly billingDetails: CustomerBillingDetails,
    private readonly settings: Settings,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The current version, issued if necessary. Throws `not_found` if the invoice has no such document. */
  async issue(request: DocumentRequest): Promise<InvoiceDocument> {
    const { invoiceId, kind } = request;
    const facts = requireDocumentFacts(await this.findInvoice.find(invoiceId), kind);
    const latest = await this.documents.find(invoiceId, kind);
    if (latest && !request.corrected && isUpToDate(latest.content, facts)) return latest;
    return this.database.transaction(() => this.issueNow(request));
  }

  /** Requires a transaction. Everything is read again under the lock, so that a version is issued once. */
  async issueNow({ userId, invoiceId, kind, corrected = false }: DocumentRequest): Promise<InvoiceDocument> {
    await this.invoices.lockId(invoiceId);
    const invoice = await this.invoices.find(invoiceId);
    const facts = requireDocumentFacts(invoice, kind);
    const latest = await this.documents.find(invoiceId, kind);
    const buyer =
      latest && !corrected ? latest.content.buyer : toBuyer(await this.billingDetails.find(userId));
    if (latest && isUpToDate(latest.content, facts) && isSameBuyer(latest.content.buyer, buyer))
      return latest;
    const document = {
      id: uuid(),
      providerInvoiceId: invoiceId,
      kind,
      version: (latest?.version ?? 0) + 1,
      number: latest?.number ?? (await this.assignNumber(userId, invoice!, kind)),
      userId,
      content: this.toContent(invoice!, facts, buyer),
      sha256: null,
      issuedAt: this.clock.now(),
    };
    this.documents.add(document);
    return document;
  }

  private toContent(invoice: Invoice, facts: DocumentFacts, buyer: Buyer): InvoiceDocument['content'] {
    const { number, issuedAt, currency } = invoice;
    const identity = { invoiceNumber: number!, invoiceDate: issuedAt.toISOString(), currency };
    return { ...facts, ...identity, seller: toSeller(this.settings), buyer };
  }

  private async assignNumber(userId: string, { number }: Invoice, kind: DocumentKind): Promise<string> {
    return kind === 'invoice' ? number! : this.documents.takeReceiptNumber(userId, randomPrefix());
  }
}

function requireDocumentFacts(invoice: Invoice | null, kind: DocumentKind): DocumentFacts {
  const facts = invoice && toDocumentFacts(invoice, kind);
  if (!facts) throw documentNotFound(kind);
  return facts;
}

function toSeller(settings: Settings): Seller {
  const { companyName, productName, companyAddress, companyVatId, supportEmail } = settings;
  return {
    name: companyName ?? productName,
    address: companyAddress ?? null,
    vatId: companyVatId ?? null,
    email: supportEmail,
  };
}

function randomPrefix(): string {
  const characters = Array.from(
    { length: PREFIX_LENGTH },
    () => PREFIX_CHARACTERS[randomInt(PREFIX_CHARACTERS.length)],
  );
  return `R-${characters.join('')}`;
}
