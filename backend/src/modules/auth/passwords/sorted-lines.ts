import { fstatSync, readSync } from 'node:fs';

/** Longer than any two lines. */
const CHUNK_BYTES = 512;
const NEWLINE = 0x0a;

/**
 * Binary search for a line with this uppercase prefix. Lines must be sorted and shorter than 256 bytes. Takes about forty short reads
 * for the largest published lists.
 */
export function hasSortedLine(file: number, prefix: string): boolean {
  let low = 0;
  let high = fstatSync(file).size;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const line = firstLineFrom(file, middle);
    if (!line || line.start >= high) {
      high = middle;
      continue;
    }
    const found = line.text.slice(0, prefix.length).toUpperCase();
    if (found === prefix) return true;
    if (found < prefix) low = line.start + 1;
    else high = middle;
  }
  return false;
}

/** The first line that starts at this offset or later. */
function firstLineFrom(file: number, offset: number): { start: number; text: string } | undefined {
  const from = Math.max(0, offset - 1);
  const chunk = Buffer.alloc(CHUNK_BYTES);
  const bytes = chunk.subarray(0, readSync(file, chunk, 0, CHUNK_BYTES, from));
  const before = offset === 0 ? -1 : bytes.indexOf(NEWLINE);
  if (offset > 0 && before < 0) return undefined;
  const rest = bytes.subarray(before + 1);
  const end = rest.indexOf(NEWLINE);
  const text = rest.subarray(0, end < 0 ? rest.length : end).toString('latin1');
  return text === '' ? undefined : { start: from + before + 1, text };
}
