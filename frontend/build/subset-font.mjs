import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

/** Writes the site's font: Latin text and the punctuation the site uses. Run after updating the package. */
const { resolve } = createRequire(import.meta.url);
const source = resolve('@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2');
const range = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');
const characters = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’“”•…−→`;
const font = await subsetFont(await readFile(source), characters, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700 } },
});
await writeFile(new URL('../src/styles/fonts/public-sans.woff2', import.meta.url), font);
