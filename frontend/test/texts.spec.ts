import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(import.meta.dirname, '../src');

const sourceFiles = () =>
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
const filesWith = (text: RegExp) =>
  sourceFiles().filter((file) => text.test(readFileSync(join(SOURCE, file), 'utf8')));
/** Without comments. */
const readLines = (files: string[]) =>
  files
    .flatMap((file) => readFileSync(join(SOURCE, file), 'utf8').split('\n'))
    .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line));

describe('texts', () => {
  it('use typographic apostrophes, except those of the specification', () => {
    expect(sourceFiles().length).toBeGreaterThan(100);
    const specified = [
      "You're all set!",
      "You've successfully signed in.",
      "The article you're looking for doesn't exist.",
    ];
    const straight = readLines(sourceFiles())
      .map((line) =>
        specified.reduce((text, known) => text.replace(known, ''), line.replaceAll('&apos;', "'")),
      )
      .filter((line) => /\p{L}'\p{L}/u.test(line));
    expect(straight).toEqual([]);
  });

  it('do not claim that a newer email voids the links of earlier ones', () => {
    expect(filesWith(/(most recent|latest|newest) (links?|emails?)/i)).toEqual([]);
  });
});
