import bidiFactory, { type Bidi } from 'bidi-js';
import { fontsFor, type Font, type TextStyle } from './fonts.js';

/** Its types describe an ES module, but it is a function. */
const bidi = (bidiFactory as unknown as () => Bidi)();

/** Part of a line with one direction and one font, in drawing order. */
export interface TextRun {
  text: string;
  font: Font;
}

interface Segment extends TextRun {
  level: number;
}

/** Shown for characters that no font has. */
const UNKNOWN = '?';
/** Spaces, punctuation, combining marks and joiners stay in the font of the text before them. */
const DEPENDENT = /[\p{Z}\p{P}\p{M}\p{Cf}]/u;
/** Scripts whose vowel signs may be drawn before the consonant they follow. */
const REORDERED =
  /[\p{Script=Bengali}\p{Script=Devanagari}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Khmer}\p{Script=Malayalam}\p{Script=Myanmar}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}]/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Splits a line into runs by direction (Unicode Bidirectional Algorithm) and by the fonts that have its characters. */
export function toRuns(text: string, style: TextStyle): TextRun[] {
  // Fonts contain the composed characters.
  const line = text.normalize('NFC');
  const { levels } = bidi.getEmbeddingLevels(line);
  const segments: Segment[] = [];
  let index = 0;
  for (const character of line) {
    const level = levels[index] ?? 0;
    index += character.length;
    const last = segments.at(-1);
    const run = chooseFont(mirrored(character, level), style, last?.font);
    if (last && last.font === run.font && last.level === level) last.text += run.text;
    else segments.push({ ...run, level });
  }
  return inVisualOrder(segments);
}

/** Whether characters may be drawn in a different order than they are read. A PDF stores them in drawing order. */
export const isReordered = (text: string): boolean => RIGHT_TO_LEFT.test(text) || REORDERED.test(text);

function chooseFont(character: string, style: TextStyle, previous: Font | undefined): TextRun {
  const codePoint = character.codePointAt(0)!;
  if (previous?.hasGlyphForCodePoint(codePoint) && DEPENDENT.test(character))
    return { text: character, font: previous };
  for (const font of fontsFor(codePoint, style))
    if (font.hasGlyphForCodePoint(codePoint)) return { text: character, font };
  const [fallback] = fontsFor(codePoint, style);
  // Joiners, direction marks and variation selectors are invisible anyway.
  if (/[\p{Cf}\p{Variation_Selector}]/u.test(character)) return { text: '', font: previous ?? fallback! };
  return { text: UNKNOWN, font: fallback! };
}

function mirrored(character: string, level: number): string {
  return (level % 2 === 1 && bidi.getMirroredCharacter(character)) || character;
}

/** Reverses each sequence of segments of a level or higher, from the highest level down (rule L2). */
function inVisualOrder(segments: readonly Segment[]): TextRun[] {
  const ordered = segments.map(toDrawingOrder);
  const highest = Math.max(0, ...ordered.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      if (ordered[start]!.level < level) continue;
      let end = start;
      while (end + 1 < ordered.length && ordered[end + 1]!.level >= level) end += 1;
      ordered.splice(start, end - start + 1, ...ordered.slice(start, end + 1).toReversed());
      start = end;
    }
  }
  return ordered;
}

/** The font engine reverses right-to-left scripts itself, but not punctuation and spaces on their own. */
function toDrawingOrder(segment: Segment): Segment {
  if (segment.level % 2 === 0 || RIGHT_TO_LEFT.test(segment.text)) return segment;
  return { ...segment, text: [...segment.text].toReversed().join('') };
}
