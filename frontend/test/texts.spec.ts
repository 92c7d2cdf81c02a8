import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(import.meta.dirname, '../src');

const sourceFiles = () =>
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
const filesWith = (text: RegExp) =>
  sourceFiles().filter((file) => text.test(readFileSync(join(SOURCE, file), 'utf8')));

describe('texts', () => {
  it('use the straight apostrophe, as server messages do', () => {
    expect(sourceFiles().length).toBeGreaterThan(100);
    expect(filesWith(/’/)).toEqual([]);
  });

  it('do not claim that a newer email voids the links of earlier ones', () => {
    expect(filesWith(/(most recent|latest|newest) (links?|emails?)/i)).toEqual([]);
  });
});
