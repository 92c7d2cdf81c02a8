import { Blob, Buffer, ClusterLevel, Direction, Face, Font as ShapedFont, shape } from 'harfbuzzjs';
import type { Font } from 'fontkit';

/**
 * Makes a font lay out text with HarfBuzz, as browsers do. fontkit 2.0.4 throws errors for Malayalam, Gurmukhi and Khmer, and misplaces
 * marks in Bengali, Burmese, Lao and Thai. The text has one direction.
 */
export function shapeWithHarfBuzz(font: Font, file: Uint8Array): Font {
  const shaped = new ShapedFont(new Face(new Blob(file)));
  font.layout = (text) => {
    const buffer = new Buffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    // Digits are written from left to right in every script.
    if (!/\p{L}/u.test(text)) buffer.setDirection(Direction.LTR);
    // Vowel signs that are drawn before their consonant keep their own position in the text.
    buffer.setClusterLevel(ClusterLevel.CHARACTERS);
    shape(shaped, buffer);
    const positions = buffer.getGlyphPositions();
    const charactersAt = splitAt(
      text,
      buffer.getGlyphInfos().map(({ cluster }) => cluster),
    );
    const glyphs = buffer.getGlyphInfos().map(({ codepoint: id, cluster }) => {
      const characters = charactersAt.get(cluster) ?? '';
      charactersAt.delete(cluster);
      return font.getGlyph(
        id,
        Array.from(characters, (character) => character.codePointAt(0)!),
      );
    });
    const advanceWidth = positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    return { glyphs, positions, advanceWidth } as ReturnType<Font['layout']>;
  };
  return font;
}

/** Splits a text at these indexes. Characters that form one glyph stay together. */
function splitAt(text: string, starts: readonly number[]): Map<number, string> {
  const sorted = [...new Set(starts)].sort((a, b) => a - b);
  return new Map(sorted.map((start, index) => [start, text.slice(start, sorted[index + 1])]));
}
