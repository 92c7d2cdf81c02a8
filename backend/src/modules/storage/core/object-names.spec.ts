import fc from 'fast-check';
import { posix, sep, win32 } from 'node:path';
import { assertBucketName, objectNameProblem } from './object-names.js';
import { parseVersionKey, versionKey } from './version-keys.js';

const VERSION = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const PARTS = [
  '.',
  '..',
  '...',
  '/',
  '//',
  '\\',
  '~',
  ':',
  'C:',
  'c:\\',
  '\\\\server\\share',
  'CON',
  'nul',
  'a',
  'é',
  '写',
  '👩‍🚀',
  ' ',

  '\0',
  '\n',
  '\r',
  '\t',
  '\u007f',
  '\u0085',
  '\u00a0',
  '\u200b',
  '\u202e',
  '\u2028',
  '\ufeff',
  '\ufffe',
  '\u{10ffff}',
  '\ud800',

  '%2e',
  '%2f',
  '%00',
  '%',
  '#',
  '?',
  '*',
  '"',
  '<',
  '>',
  '|',
  '`',
  '$(id)',
  ';',
  '&',
  "'",
  '../',
  '..\\',
  '/..',
  'x'.repeat(300),
];
const hostileName = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...PARTS) },
      fc.string({ unit: 'binary', maxLength: 5 }),
    ),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(''));

describe('object names', () => {
  it('are safe as paths and keys if accepted, in 10,000 hostile cases', () => {
    let accepted = 0;
    fc.assert(
      fc.property(hostileName, (name) => {
        if (objectNameProblem(name) !== undefined) return;
        accepted++;
        const key = versionKey({ bucketId: 'bucket', name, version: VERSION });
        for (const path of [posix, win32]) {
          const inside = path.relative(path.resolve('/root/objects'), path.resolve('/root/objects', key));
          expect(inside.split(path.sep).join('/')).toBe(key);
        }
        expect(parseVersionKey(key)).toEqual({ bucketId: 'bucket', name, version: VERSION });
        expect(name.isWellFormed()).toBe(true);
        expect(name).not.toMatch(/[\p{Cc}\p{Cs}\\~%#]/u);
        expect(decodeURIComponent(encodeURIComponent(name))).toBe(name);
      }),
      { numRuns: 10_000, seed: 20_261_123 },
    );
    expect(accepted).toBeGreaterThan(100);
  });

  it('can’t make two objects share a folder entry', () => {
    const version = versionKey({ bucketId: 'b', name: 'a', version: VERSION });
    expect(objectNameProblem(version.slice('b/'.length))).toBeDefined();
  });

  it.each([
    '3.14.15\u202fPM',
    '写真\u3000',
    'a',
    'a.b',
    '.hidden',
    'a/.b/c',
    '...',
    'été',
    "it's (1) & $2.txt",
    'x'.repeat(255),
    'é/ü',
    'deep/'.repeat(50) + 'file',
    `${'y'.repeat(209)}/`.repeat(4).slice(0, -1),
    '👩‍🚀.txt',
  ])('are accepted: %s', (name) => {
    expect(objectNameProblem(name)).toBeUndefined();
  });

  it.each([
    ['a#b', '# (U+0023)'],
    ['a\u200eb', 'U+200E'],
    ['a\u2028b', 'U+2028'],
  ])('are rejected with an error that names the invalid character: %j', (name, character) => {
    expect(objectNameProblem(name)).toBe(`contains the character ${character}, which is not allowed`);
  });

  it.each([
    '',
    '/',
    'a/',
    '/a',
    'a//b',
    '.',
    '..',
    'a/..',
    './a',
    'C:',
    'c:/x',
    'x'.repeat(256),
    'é'.repeat(128),
    `${'y'.repeat(167)}/`.repeat(5) + 'z',
    '\\up',
    'tab\t',
    'tilde~',
    'hash#',
    '\u202egnp.exe',
  ])('are rejected: %j', (name) => {
    expect(objectNameProblem(name)).toBeDefined();
  });
});

describe('bucket names', () => {
  it('are a single safe segment if accepted', () => {
    fc.assert(
      fc.property(hostileName, (name) => {
        try {
          assertBucketName(name);
        } catch {
          return;
        }
        expect(name).not.toMatch(/[/\\]/);
        expect(posix.resolve('/root', name)).toBe(`/root/${name}`);
        expect(name.includes(sep)).toBe(false);
      }),
      { numRuns: 2000, seed: 20_261_123 },
    );
  });

  it.each(['photo/s', '..', ' a', '', 'x'.repeat(101), 'café', 'public'])('are rejected: %j', (name) => {
    expect(() => assertBucketName(name)).toThrow('Bucket name invalid');
  });
});
