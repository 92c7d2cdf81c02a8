import { formatAmount } from '@subscription-site/shared/amounts';
import { countryName } from '@subscription-site/shared/countries';
import type { PostalAddress } from '@subscription-site/shared/contracts';
import type { DocumentContent } from '../domain/document-types.js';
import type { InvoiceDocument } from '../invoice-documents.repository.js';
import { taxNotes } from '../tax-notes.js';
import { prepareFonts } from './fonts.js';
import { formatDate, formatPeriod } from './formats.js';
import { INK, PdfWriter } from './pdf-writer.js';

const SOFT = '#494d56';
const RULE = '#dddcd4';
const MARKER = '#e2f53c';
const MARGIN = 56;
const LETTER_COUNTRIES = new Set(['US', 'CA', 'MX', 'PH', 'CL', 'CO']);
const FOOTER_HEIGHT = 90;

/** The PDF of an invoice or receipt. */
export async function renderDocument(document: InvoiceDocument): Promise<Buffer> {
  await prepareFonts(JSON.stringify(document.content));
  return new DocumentPage(document).render();
}

/** Draws one document from top to bottom. `y` is where the next part begins. */
class DocumentPage {
  private readonly pdf: PdfWriter;
  private readonly content: DocumentContent;
  private readonly country: string | undefined;
  private readonly left = MARGIN;
  private readonly right: number;
  private readonly width: number;
  private y = MARGIN;

  constructor(private readonly document: InvoiceDocument) {
    const { content, number, issuedAt } = document;
    this.content = content;
    this.country = content.buyer.address?.country;
    this.pdf = new PdfWriter({
      title: `${this.title} ${number}`,
      author: content.seller.name,
      createdAt: issuedAt,
      size: LETTER_COUNTRIES.has(this.country ?? '') ? 'LETTER' : 'A4',
    });
    this.right = this.pdf.pageWidth - MARGIN;
    this.width = this.right - this.left;
  }

  render(): Promise<Buffer> {
    this.drawTitle();
    this.drawFacts();
    this.drawParties();
    this.drawSummary();
    this.drawLines();
    this.drawTotals();
    this.drawCreditNotes();
    this.drawNotes();
    this.drawFooters();
    return this.pdf.finish();
  }

  private get title(): string {
    return this.document.kind === 'invoice' ? 'Invoice' : 'Receipt';
  }

  private money(amountCents: number): string {
    return formatAmount(amountCents, this.content.currency, { allDecimals: true });
  }

  private drawTitle(): void {
    const { seller } = this.content;
    const { left, right, y } = this;
    this.pdf.text(this.title, { x: left, y, size: 28, weight: 'bold', tag: 'H1' });
    this.pdf.text(seller.name, { x: right, y: y + 12, size: 13, weight: 'bold', align: 'right' });
    this.y += 48;
    this.pdf.rule(left, this.y, this.width, 2);
    this.y += 18;
  }

  private drawFacts(): void {
    const { kind, number, version, issuedAt } = this.document;
    const { invoiceNumber, invoiceDate, payment, canceled } = this.content;
    const facts: [string, string][] = [
      ['Invoice number', invoiceNumber],
      ['Invoice date', formatDate(invoiceDate)],
    ];
    if (kind === 'receipt') facts.unshift(['Receipt number', number]);
    if (payment) facts.push(['Paid on', formatDate(payment.paidAt)]);
    if (canceled) facts.push(['Status', 'Canceled']);
    if (version > 1)
      facts.push([
        'Version',
        `${version}, issued ${formatDate(issuedAt.toISOString())}. Replaces earlier versions of this ${kind}.`,
      ]);
    for (const [label, value] of facts) {
      const [size, x] = [9.5, this.left + 110];
      this.pdf.text(`${label} `, { x: this.left, y: this.y, size, color: SOFT });
      this.y += this.pdf.text(value, { x, y: this.y, size, weight: 'bold', width: this.right - x }) + 2;
    }
    this.y += 22;
  }

  private drawParties(): void {
    const { seller, buyer } = this.content;
    const column = this.width / 2 - 16;
    const top = this.y;
    const sellerLines = [seller.address, seller.vatId && `VAT ID ${seller.vatId}`, seller.email];
    const sellerEnd = this.drawParty('From', seller.name, sellerLines, this.left, column);
    this.y = top;
    const buyerLines = [
      buyer.company && buyer.name,
      ...(buyer.address ? addressLines(buyer.address) : []),
      buyer.taxId && `${/^[A-Z]{2}/.test(buyer.taxId) ? 'VAT ID' : 'Tax ID'} ${buyer.taxId}`,
    ];
    const x = this.left + this.width / 2 + 16;
    const buyerEnd = this.drawParty('Bill to', buyer.company ?? buyer.name, buyerLines, x, column);
    this.y = Math.max(sellerEnd, buyerEnd) + 26;
  }

  /** Returns where it ends. */
  private drawParty(
    label: string,
    name: string,
    lines: (string | null | undefined)[],
    x: number,
    width: number,
  ) {
    const { country } = this;
    let { y } = this;
    y += this.pdf.text(label, { x, y, size: 9.5, color: SOFT, tag: 'H2' }) + 3;
    y += this.pdf.text(name, { x, y, size: 11, weight: 'bold', width, country });
    for (const line of lines) if (line) y += this.pdf.text(line, { x, y, size: 10, width, country });
    return y;
  }

  private drawSummary(): void {
    const { payment, amountDueCents, canceled } = this.content;
    const paid = payment && `${this.money(payment.amountCents)} paid on ${formatDate(payment.paidAt)}`;
    const text = canceled ? 'This invoice was canceled' : (paid ?? `${this.money(amountDueCents)} due`);
    this.y +=
      this.pdf.text(text, { x: this.left, y: this.y, size: 17, weight: 'bold', width: this.width }) + 14;
  }

  private drawLines(): void {
    const { lines } = this.content;
    const table = this.pdf.element('Table');
    const [period, amount] = [this.left + this.width * 0.52, this.right];
    const header = this.pdf.element('TR', this.pdf.element('THead', table));
    const label = { y: this.y, size: 9.5, color: SOFT, tag: 'TH', parent: header, scope: 'Column' } as const;
    this.pdf.text('Description', { ...label, x: this.left });
    this.pdf.text('Period', { ...label, x: period });
    this.pdf.text('Amount', { ...label, x: amount, align: 'right' });
    this.y += 18;
    this.pdf.rule(this.left, this.y, this.width, 1);
    this.y += 8;
    const body = this.pdf.element('TBody', table);
    for (const { description, periodStart, periodEnd, amountCents } of lines) {
      const column = period - this.left - 16;
      this.makeRoom(this.pdf.measureHeight(description, { size: 10, width: column }) + 16);
      const row = this.pdf.element('TR', body);
      const cell = { y: this.y, size: 10, tag: 'TD', parent: row } as const;
      const height = this.pdf.text(description, { ...cell, x: this.left, width: column });
      this.pdf.text(formatPeriod(periodStart, periodEnd), { ...cell, x: period, color: SOFT });
      this.pdf.text(this.money(amountCents), { ...cell, x: amount, align: 'right' });
      this.y += height + 7;
      this.pdf.rule(this.left, this.y, this.width, 0.75, RULE);
      this.y += 8;
    }
  }

  private drawTotals(): void {
    const { lines, totalCents, taxCents, amountDueCents, payment, creditNotes, canceled } = this.content;
    const linesCents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const otherCents = totalCents - linesCents;
    const refundedCents = creditNotes.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const rows: [label: string, amountCents: number][] = [];
    if (otherCents !== 0) rows.push(['Subtotal', linesCents], ['Discounts and taxes', otherCents]);
    rows.push(['Total', totalCents]);
    if (taxCents > 0) rows.push(['Tax included', taxCents]);
    if (totalCents !== amountDueCents) rows.push(['Applied balance', amountDueCents - totalCents]);
    if (payment) rows.push(['Paid', payment.amountCents]);
    if (refundedCents > 0) rows.push(['Refunded', -refundedCents]);
    const outcome: [string, number] = payment
      ? ['Net amount paid', payment.amountCents - refundedCents]
      : ['Amount due', canceled ? 0 : amountDueCents - refundedCents];
    this.makeRoom(rows.length * 19 + 50);
    const table = this.pdf.element('Table');
    for (const [label, cents] of rows) this.drawTotal(table, label, cents);
    this.y += 3;
    this.drawTotal(table, outcome[0], outcome[1], true);
    this.y += 24;
  }

  private drawTotal(
    table: PDFKit.PDFStructureElement,
    label: string,
    cents: number,
    isOutcome = false,
  ): void {
    const x = this.left + this.width * 0.52;
    const row = this.pdf.element('TR', table);
    const size = isOutcome ? 12 : 10;
    const cell = { y: this.y, size, parent: row, ...(isOutcome && { weight: 'bold' as const }) };
    if (isOutcome) this.pdf.rule(x - 8, this.y - 5, this.right - x + 16, 27, MARKER);
    this.pdf.text(label, { ...cell, x, tag: 'TH', scope: 'Row', color: isOutcome ? INK : SOFT });
    this.pdf.text(this.money(cents), { ...cell, x: this.right, align: 'right', tag: 'TD' });
    this.y += isOutcome ? 24 : 19;
  }

  private drawCreditNotes(): void {
    const { creditNotes } = this.content;
    if (creditNotes.length === 0) return;
    this.makeRoom(60);
    this.y +=
      this.pdf.text('Credit notes', { x: this.left, y: this.y, size: 11, weight: 'bold', tag: 'H2' }) + 6;
    const table = this.pdf.element('Table');
    for (const { number, issuedAt, amountCents } of creditNotes) {
      this.makeRoom(20);
      const row = this.pdf.element('TR', table);
      const cell = { y: this.y, size: 10, tag: 'TD', parent: row } as const;
      this.pdf.text(`${number} `, { ...cell, x: this.left });
      this.pdf.text(formatDate(issuedAt), { ...cell, x: this.left + this.width * 0.52, color: SOFT });
      this.pdf.text(this.money(-amountCents), { ...cell, x: this.right, align: 'right' });
      this.y += 19;
    }
    this.y += 16;
  }

  private drawNotes(): void {
    for (const note of taxNotes(this.content)) {
      this.makeRoom(40);
      this.y += this.pdf.text(note, { x: this.left, y: this.y, size: 10, width: this.width }) + 6;
    }
  }

  private drawFooters(): void {
    const { seller } = this.content;
    const { title, left, right, pdf } = this;
    for (let page = 0; page < pdf.pageCount; page += 1) {
      pdf.switchToPage(page);
      const y = pdf.pageHeight - MARGIN - 8;
      pdf.rule(left, y - 10, this.width, 0.75, RULE);
      const footer = { y, size: 8.5, color: SOFT, tag: null };
      pdf.text(`Questions? Email ${seller.email}.`, { ...footer, x: left });
      const count = pdf.pageCount > 1 ? ` · Page ${page + 1} of ${pdf.pageCount}` : '';
      pdf.text(`${title} ${this.document.number}${count}`, { ...footer, x: right, align: 'right' });
    }
  }

  /** Continues on a new page if there isn't enough room. */
  private makeRoom(height: number): void {
    if (this.y + height <= this.pdf.pageHeight - FOOTER_HEIGHT) return;
    this.pdf.addPage();
    this.y = MARGIN;
  }
}

function addressLines({
  line1,
  line2,
  postalCode,
  city,
  state,
  country,
}: PostalAddress): (string | null | undefined)[] {
  const place = LETTER_COUNTRIES.has(country)
    ? [[city, state].filter(Boolean).join(', '), postalCode]
    : [postalCode, city, state];
  return [line1, line2, place.filter(Boolean).join(' '), countryName(country)];
}
