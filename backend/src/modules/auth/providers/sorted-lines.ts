import { fstatSync, readSync } from 'node:fs';

/** Longer than any two lines of such a file. */
const CHUNK_BYTES = 512;
const NEWLINE = 0x0a;

/**
 * Whether a line of a file begins with these capitals and digits. The lines must be in order, and shorter than 256 bytes. Some forty
 * short reads for the largest files there are.
 */
export function hasSortedLine(file: number, beginning: string): boolean {
  let low = 0;
  let high = fstatSync(file).size;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const line = firstLineFrom(file, middle);
    if (!line || line.start >= high) {
      high = middle;
      continue;
    }
    const found = line.text.slice(0, beginning.length).toUpperCase();
    if (found === beginning) return true;
    if (found < beginning) low = line.start + 1;
    else high = middle;
  }
  return false;
}

/** The first line that starts at this place or later. */
function firstLineFrom(file: number, place: number): { start: number; text: string } | undefined {
  const from = Math.max(0, place - 1);
  const chunk = Buffer.alloc(CHUNK_BYTES);
  const bytes = chunk.subarray(0, readSync(file, chunk, 0, CHUNK_BYTES, from));
  const before = place === 0 ? -1 : bytes.indexOf(NEWLINE);
  if (place > 0 && before < 0) return undefined;
  const rest = bytes.subarray(before + 1);
  const end = rest.indexOf(NEWLINE);
  const text = rest.subarray(0, end < 0 ? rest.length : end).toString('latin1');
  return text === '' ? undefined : { start: from + before + 1, text };
}
