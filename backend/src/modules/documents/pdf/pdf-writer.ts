import PDFDocument from 'pdfkit';
import type { TextStyle } from './fonts.js';
import { isReordered, toRuns, type TextRun } from './text-runs.js';

export interface TextOptions extends Partial<TextStyle> {
  /** Position of the left edge, or of the right edge with `align: 'right'`. */
  x: number;
  y: number;
  size: number;
  color?: string;
  align?: 'left' | 'right';
  /** Wraps the text. */
  width?: number;
  /** Structure element; a paragraph by default. Null for decoration, which screen readers skip. */
  tag?: string | null;
  /** Parent element; the document by default. */
  parent?: PDFKit.PDFStructureElement;
  /** For header cells. */
  scope?: 'Column' | 'Row' | 'Both';
}

export interface PageSetup {
  title: string;
  author: string;
  createdAt: Date;
  size: 'A4' | 'LETTER';
}

export const INK = '#15171c';
const LINE_HEIGHT = 1.4;
const FEATURES: PDFKit.Mixins.OpenTypeFeatures[] = ['kern', 'liga'];
/** With digits of equal width, so that amounts line up. */
const TABULAR: PDFKit.Mixins.OpenTypeFeatures[] = [...FEATURES, 'tnum'];
const words = new Intl.Segmenter('en', { granularity: 'word' });
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Writes a tagged PDF (PDF/UA) with embedded fonts. Positions are in points from the upper left corner. */
export class PdfWriter {
  readonly root: PDFKit.PDFStructureElement;
  private readonly doc: PDFKit.PDFDocument;

  constructor({ title, author, createdAt, size }: PageSetup) {
    this.doc = new PDFDocument({
      size,
      margin: 0,
      pdfVersion: '1.7',
      // The type lacks it.
      subset: 'PDF/UA' as 'PDF/A-1',
      tagged: true,
      lang: 'en-US',
      displayTitle: true,
      bufferPages: true,
      // No standard font: those are not embedded.
      font: null as unknown as string,
      info: { Title: title, Author: author, Creator: author, CreationDate: createdAt },
    });
    this.root = this.doc.struct('Document');
    this.doc.addStructure(this.root);
  }

  get pageWidth(): number {
    return this.doc.page.width;
  }

  get pageHeight(): number {
    return this.doc.page.height;
  }

  get pageCount(): number {
    return this.doc.bufferedPageRange().count;
  }

  addPage(): void {
    this.doc.addPage();
  }

  switchToPage(index: number): void {
    this.doc.switchToPage(index);
  }

  /** An element that contains others, such as a table. */
  element(type: string, parent = this.root): PDFKit.PDFStructureElement {
    const element = this.doc.struct(type);
    parent.add(element);
    return element;
  }

  /** Returns the height of the text. */
  text(text: string, options: TextOptions): number {
    const { x, y, size, width, tag = 'P', parent = this.root, scope, weight = 'regular', country } = options;
    const style = { weight, country };
    const lines = width === undefined ? [text] : this.wrap(text, width, size, style);
    const step = size * LINE_HEIGHT;
    const draw = () => {
      for (const [index, line] of lines.entries())
        this.drawLine(toRuns(line, style), { ...options, x, y: y + index * step });
    };
    if (tag === null) this.decorate(draw);
    else
      parent.add(
        this.doc.struct(tag, { ...(isReordered(text) && { actual: text }), ...(scope && { scope }) }, [draw]),
      );
    return lines.length * step;
  }

  /** The height a text would take. */
  measureHeight(
    text: string,
    { size, width, weight = 'regular', country }: Pick<TextOptions, 'size' | 'width' | 'weight' | 'country'>,
  ): number {
    const lines = width === undefined ? 1 : this.wrap(text, width, size, { weight, country }).length;
    return lines * size * LINE_HEIGHT;
  }

  /** A horizontal line, as decoration. */
  rule(x: number, y: number, width: number, thickness: number, color = INK): void {
    this.decorate(() => this.doc.rect(x, y, width, thickness).fill(color));
  }

  async finish(): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    this.root.end();
    this.doc.end();
    for await (const chunk of this.doc as AsyncIterable<Uint8Array>) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  private decorate(draw: () => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' });
    draw();
    this.doc.endMarkedContent();
  }

  private drawLine(runs: readonly TextRun[], { x, y, size, color = INK, align }: TextOptions): void {
    const features = align === 'right' ? TABULAR : FEATURES;
    let left = align === 'right' ? x - this.measureWidth(runs, size, features) : x;
    this.doc.fillColor(color);
    for (const run of runs) {
      this.useFont(run, size);
      this.doc.text(run.text, left, y + size, { lineBreak: false, baseline: 'alphabetic', features });
      left += this.measureWidth([run], size, features);
    }
  }

  private measureWidth(runs: readonly TextRun[], size: number, features = FEATURES): number {
    return runs.reduce((sum, run) => {
      this.useFont(run, size);
      return sum + this.doc.widthOfString(run.text, { features });
    }, 0);
  }

  private useFont({ font }: TextRun, size: number): void {
    this.doc.font(font as unknown as string, size);
  }

  /** Breaks at spaces, and between other words only if the text between two spaces is wider than the line. */
  private wrap(text: string, width: number, size: number, style: TextStyle): string[] {
    const fits = (line: string) => this.measureWidth(toRuns(line.trimEnd(), style), size) <= width;
    const lines: string[] = [];
    let line = '';
    const endLine = () => {
      if (line.trim() !== '') lines.push(line.trimEnd());
      line = '';
    };
    /** Adds parts to the current line, or to the next one if they don't fit. `split` adds those that are wider than a line. */
    const add = (parts: Iterable<string>, split?: (part: string) => void) => {
      for (const part of parts) {
        if (!fits(line + part)) endLine();
        if (split && !fits(part)) split(part);
        else line += part;
      }
    };
    const addWords = (part: string) => add(splitWords(part), (word) => add(splitGraphemes(word)));
    add(text.match(/\S+\s*/gu) ?? [], addWords);
    endLine();
    return lines.length > 0 ? lines : [''];
  }
}

/** The words of scripts without spaces between them. Punctuation belongs to the word before it. */
function splitWords(text: string): string[] {
  const parts: string[] = [];
  for (const { segment, isWordLike } of words.segment(text)) {
    if (isWordLike || parts.length === 0) parts.push(segment);
    else parts.push(parts.pop() + segment);
  }
  return parts;
}

const splitGraphemes = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);
