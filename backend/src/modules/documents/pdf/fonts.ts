import * as fontkit from 'fontkit';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { shapeWithHarfBuzz } from './shaping.js';
import { inWeight, toTrueType } from './true-type.js';

export type FontWeight = 'regular' | 'bold';
export type Font = fontkit.Font;

export interface TextStyle {
  weight: FontWeight;
  /** Decides which regional form of Chinese characters is used. */
  country?: string | undefined;
}

/** The brand font, then one for other European scripts and Devanagari. */
const TEXT_FONTS: Readonly<Record<FontWeight, readonly string[]>> = {
  regular: [
    'public-sans/400Regular/PublicSans_400Regular.ttf',
    'noto-sans/400Regular/NotoSans_400Regular.ttf',
  ],
  bold: ['public-sans/700Bold/PublicSans_700Bold.ttf', 'noto-sans/700Bold/NotoSans_700Bold.ttf'],
};

/** Scripts that the text fonts lack. HarfBuzz shapes them. */
const SCRIPTS = `
  Arabic Armenian Bengali Ethiopic Georgian Gujarati Gurmukhi Hebrew Kannada Khmer
  Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan`
  .trim()
  .split(/\s+/)
  .map((name) => {
    const style = name === 'Tibetan' ? 'Serif' : 'Sans';
    const folder = `noto-${style}-${name}`.toLowerCase();
    return {
      characters: new RegExp(`\\p{Script_Extensions=${name}}`, 'u'),
      path: `${folder}/400Regular/Noto${style}${name}_400Regular.ttf`,
    };
  });

/** Some Chinese characters have different regional forms. The default is the most common one. */
const HAN_FONTS = ['sc', 'jp', 'kr', 'tc'] as const;
type HanFont = (typeof HAN_FONTS)[number];
const HAN_FONT_OF: Readonly<Record<string, HanFont>> = { JP: 'jp', KR: 'kr', TW: 'tc', HK: 'tc', MO: 'tc' };

const require = createRequire(import.meta.url);
/** Loaded on first use: few documents need more than one. The least recently used comes first. */
const loaded = new Map<string, Font>();
const MAX_LOADED = 60;
const hanParts = new Map<HanFont, ReadonlyMap<number, string>>();
let shape: typeof shapeWithHarfBuzz | undefined;

/** Call it before drawing a text. Loads HarfBuzz, which takes 30 ms and 5 MB, for the first text that needs it. */
export async function prepareFonts(text: string): Promise<void> {
  if (SCRIPTS.some(({ characters }) => characters.test(text)))
    shape ??= (await import('./shaping.js')).shapeWithHarfBuzz;
}

/** The fonts to try for a character, in this order. The first one is the same for all characters. */
export function* fontsFor(codePoint: number, { weight, country }: TextStyle): Generator<Font> {
  for (const path of TEXT_FONTS[weight])
    yield load(`@expo-google-fonts/${path}`, (file) => fontkit.create(file) as Font);
  const character = String.fromCodePoint(codePoint);
  for (const { characters, path } of SCRIPTS)
    if (characters.test(character))
      yield load(`@expo-google-fonts/${path}`, (file) => shape!(fontkit.create(file) as Font, file));
  const first = HAN_FONT_OF[country ?? ''] ?? 'sc';
  for (const name of [first, ...HAN_FONTS.filter((other) => other !== first)]) {
    const part = getParts(name).get(codePoint);
    if (part)
      yield load(`${packageName(name)}/files/noto-sans-${name}-${part}-wght-normal.woff2`, (file) =>
        hanFont(file, name, part),
      );
  }
}

const packageName = (name: HanFont): string => `@fontsource-variable/noto-sans-${name}`;

/** The packages split a font into about a hundred files, by how often characters are used together. */
function getParts(name: HanFont): ReadonlyMap<number, string> {
  const known = hanParts.get(name);
  if (known) return known;
  const parts = new Map<number, string>();
  const rangesByPart = require(`${packageName(name)}/unicode.json`) as Record<string, string>;
  for (const [key, ranges] of Object.entries(rangesByPart))
    for (const [, first = '', last = first] of ranges.matchAll(/U\+(\w+)(?:-(\w+))?/g))
      for (let codePoint = Number.parseInt(first, 16); codePoint <= Number.parseInt(last, 16); codePoint += 1)
        parts.set(codePoint, key.replaceAll(/[[\]]/g, ''));
  hanParts.set(name, parts);
  return parts;
}

/** Reads a part of a font in regular weight. */
function hanFont(file: Buffer, name: HanFont, part: string): Font {
  const font = inWeight(fontkit.create(toTrueType(file)) as Font, 400);
  // Its own name has another weight. If fonts share a name, pdfkit embeds one again on each use.
  return Object.defineProperty(font, 'postscriptName', {
    value: `NotoSans${name.toUpperCase()}-Regular-${part}`,
  });
}

function load(path: string, read: (file: Buffer) => Font): Font {
  const font = loaded.get(path) ?? withCurrentCodePoints(read(readFileSync(require.resolve(path))));
  loaded.delete(path);
  loaded.set(path, font);
  const [oldest] = loaded.keys();
  if (loaded.size > MAX_LOADED) loaded.delete(oldest!);
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
