import * as fontkit from 'fontkit';
import { readFileSync } from 'node:fs';

export type FontWeight = 'regular' | 'bold';
export type Font = fontkit.Font;

const FOLDER = new URL('../../../../fonts/', import.meta.url);

/** The brand font, then one for other European scripts and Devanagari. */
const TEXT_FONTS: Readonly<Record<FontWeight, readonly string[]>> = {
  regular: ['public-sans-400.ttf', 'noto-sans-400.ttf'],
  bold: ['public-sans-700.ttf', 'noto-sans-700.ttf'],
};
const SCRIPT_FONTS = ['arabic', 'hebrew', 'thai', 'armenian', 'georgian'].map(
  (name) => `noto-sans-${name}-400.ttf`,
);

/** Some Chinese characters have different regional forms. The default is the most common one. */
const HAN_FONTS = ['sc', 'jp', 'kr', 'tc'] as const;
type HanFont = (typeof HAN_FONTS)[number];
const HAN_FONT_OF: Readonly<Record<string, HanFont>> = { JP: 'jp', KR: 'kr', TW: 'tc', HK: 'tc', MO: 'tc' };

/** Fonts are loaded on first use: few documents need more than one. */
const loaded = new Map<string, Font>();

/** The fonts to try, in this order, for a text from this country. */
export function* fontsFor(weight: FontWeight, country: string | undefined): Generator<Font> {
  const first = HAN_FONT_OF[country ?? ''] ?? 'sc';
  const hanFonts = [first, ...HAN_FONTS.filter((name) => name !== first)];
  const names = [
    ...TEXT_FONTS[weight],
    ...SCRIPT_FONTS,
    ...hanFonts.map((name) => `noto-sans-${name}-400.ttf`),
  ];
  for (const name of names) yield load(name);
}

function load(name: string): Font {
  const font =
    loaded.get(name) ?? withCurrentCodePoints(fontkit.create(readFileSync(new URL(name, FOLDER))) as Font);
  loaded.set(name, font);
  return font;
}

/**
 * Updates a glyph's characters on each use. The font engine caches those of the first use, which has none if the glyph was drawn only as
 * part of another (the `A` in `Ä`). Text in later documents couldn't be copied then.
 */
function withCurrentCodePoints(font: Font): Font {
  const getGlyph = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints = []) => {
    const glyph = getGlyph(id, codePoints);
    return codePoints.length > 0 ? Object.assign(glyph, { codePoints }) : glyph;
  };
  return font;
}
