import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import type { PublicPage } from '../src/prerender';
import { packIcon } from './icon-file';

const INK = '#15171c';
const PAPER = '#fafaf7';
const SOFT = '#494d56';
const RULE = '#dddcd4';
const MARKER = '#e2f53c';
const MARK = `<path fill="${INK}" d="M6 2h20v27l-4-3.5-3.5 3.5-2.5-3.5-2.5 3.5L10 25.5 6 29z"/><path fill="${MARKER}" d="M2 10.5h28v7H2z"/>`;

/** Left edge of the text. */
const MARGIN = 80;

type SocialCard = Pick<PublicPage, 'title' | 'topic' | 'marked'>;

const { resolve } = createRequire(import.meta.url);
const FONTS = ['700Bold/PublicSans_700Bold', '500Medium/PublicSans_500Medium'].map((name) =>
  resolve(`@expo-google-fonts/public-sans/${name}.ttf`),
);

/**
 * The social image of a page: its title on a bill, with one phrase highlighted, by default the first line.
 * Leaves out the product name, which is a setting.
 */
export function drawSocialImage({ title, topic, marked: phrase }: SocialCard): Buffer {
  const lines = wrapped(title, 17, phrase);
  const size = lines.length > 3 ? 68 : 84;
  const top = 330 - ((lines.length - 1) * size * 1.08) / 2;
  const highlighted = Math.max(
    0,
    lines.findIndex((text) => phrase && text.includes(phrase)),
  );
  const words = lines.map((text, index) => {
    const line = { text, size, y: top + index * size * 1.08 };
    if (index !== highlighted) return drawnText(line);
    const part = phrase && text.includes(phrase) ? phrase : text;
    return marked(line, text.slice(0, text.indexOf(part)), part) + drawnText(line);
  });
  return draw(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" font-family="Public Sans">
      <rect width="1200" height="630" fill="${PAPER}"/>
      ${statement()}
      <g transform="translate(80 64) scale(2)">${MARK}</g>
      ${words.join('')}
      <rect x="80" y="536" width="640" height="2" fill="${RULE}"/>
      <text x="80" y="580" font-weight="500" font-size="28" fill="${SOFT}">${escaped(topic)}</text>
    </svg>`,
  );
}

/** The stroke of a marker behind a part of a line. `before` is the text in front of that part. */
function marked(line: TextLine, before: string, part: string): string {
  const { y, size } = line;
  const from = MARGIN + measureWidth({ ...line, text: before });
  const to = MARGIN + measureWidth({ ...line, text: before + part });
  const [left, right, slant] = [from - size * 0.14, to + size * 0.1, size * 0.08];
  const [top, bottom] = [y - size * 0.8, y + size * 0.18];
  return `<path d="M${left + slant} ${top}H${right + slant}L${right} ${bottom}H${left}z" fill="${MARKER}"/>`;
}

interface TextLine {
  text: string;
  y: number;
  size: number;
}

function drawnText({ text, y, size }: TextLine): string {
  return `<text x="${MARGIN}" y="${y}" font-family="Public Sans" font-weight="700" font-size="${size}" letter-spacing="${-size * 0.03}" fill="${INK}">${escaped(text)}</text>`;
}

/** Measured with a period appended, because trailing spaces have no width. */
function measureWidth(line: TextLine): number {
  const measure = (text: string) =>
    render(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">${drawnText({ ...line, text })}</svg>`,
    ).getBBox()?.width ?? 0;
  return measure(`${line.text}.`) - measure('.');
}

/** A drawn bill with a torn edge and one highlighted line. */
function statement(): string {
  const rows = [0, 1, 2, 3, 4, 5].map((row) => {
    const y = 96 + row * 58;
    const width = [150, 118, 164, 96, 138, 110][row]!;
    return `${row === 2 ? `<rect x="24" y="${y - 22}" width="${width + 16}" height="32" rx="4" fill="${MARKER}"/>` : ''}
      <rect x="32" y="${y - 12}" width="${width}" height="12" rx="3" fill="${INK}"/>
      <rect x="300" y="${y - 12}" width="68" height="12" rx="3" fill="${SOFT}"/>
      <rect x="32" y="${y + 20}" width="336" height="2" fill="${RULE}"/>`;
  });
  const receipt = `M0 0H400V500${'l-10 14 -10 -14'.repeat(20)}Z`;
  return `<g transform="translate(820 70) rotate(4)">
    <path d="${receipt}" fill="#0000001a" transform="translate(0 8)"/>
    <path d="${receipt}" fill="#ffffff"/>
    <rect x="32" y="40" width="336" height="4" fill="${INK}"/>
    ${rows.join('')}
    <rect x="32" y="452" width="96" height="16" rx="3" fill="${INK}"/><rect x="268" y="452" width="100" height="16" rx="3" fill="${INK}"/>
  </g>`;
}

/** Favicons and app icons, all drawn from the logo. */
export async function drawIcons(folder: string): Promise<void> {
  const icon = (size: number, inset: number) => {
    const scale = (size * (1 - 2 * inset)) / 32;
    const offset = size * inset;
    return draw(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="100%" height="100%" fill="${PAPER}"/><g transform="translate(${offset} ${offset}) scale(${scale})">${MARK}</g></svg>`,
    );
  };
  const bare = (size: number) =>
    draw(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="${size}" height="${size}">${MARK}</svg>`,
    );
  const files = {
    'favicon.ico': packIcon([16, 32].map((size) => ({ size, png: bare(size) }))),
    'apple-touch-icon.png': icon(180, 0.14),
    'icon-192.png': icon(192, 0.1),
    'icon-512.png': icon(512, 0.1),
    'icon-maskable-512.png': icon(512, 0.22),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
}

function draw(svg: string): Buffer {
  return render(svg).render().asPng();
}

function render(svg: string): Resvg {
  return new Resvg(svg, {
    font: { fontFiles: FONTS, loadSystemFonts: false, defaultFontFamily: 'Public Sans' },
  });
}

/** Wraps at spaces, but not inside `phrase` or after an ampersand. */
function wrapped(text: string, limit: number, phrase = ''): string[] {
  const glued = text.replace(phrase, phrase.replaceAll(' ', '\u00a0')).replaceAll('& ', '&\u00a0');
  const lines: string[] = [];
  for (const word of glued.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < limit) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => line.replaceAll('\u00a0', ' '));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
