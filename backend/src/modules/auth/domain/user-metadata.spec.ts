import fc from 'fast-check';
import { assertMetadata, fitsInToken, mergeMetadata } from './user-metadata.js';

describe("the owner's own data", () => {
  it('are merged key by key; null removes a key', () => {
    expect(mergeMetadata({ a: 1, b: { c: 2 } }, { b: null, d: [3] })).toEqual({ a: 1, d: [3] });
  });

  it('take whatever the database can store, at any depth', () => {
    const storable = fc
      .string({ unit: 'grapheme' })
      .filter((text) => !text.includes('\0') && text.isWellFormed());
    fc.assert(
      fc.property(fc.dictionary(storable, fc.array(storable)), (data) => {
        fc.pre(fitsInToken(data) && !('full_name' in data));
        expect(() => assertMetadata(data)).not.toThrow();
      }),
    );
    expect(() => assertMetadata({ text: String.raw`a backslash and u0000: \u0000` })).not.toThrow();
  });

  it.each([
    ['a NUL', { a: { b: ['x\0'] } }],
    ['a NUL after a backslash', { a: '\\\0' }],
    ['a NUL in a key', { 'a\0': 1 }],
    ['half a character', { a: '\udc00' }],
    ['more than a token carries', { a: 'x'.repeat(6001) }],
    ['nesting without end', JSON.parse(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)],
    ['a name that is an address', { full_name: 'ada@example.com' }],
    ['a name that is no text', { full_name: 7 }],
  ])('are refused with %s', (_, data) => {
    expect(() => assertMetadata(data)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });
});
