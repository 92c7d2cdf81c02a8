import fc from 'fast-check';
import { assertMetadata, fitsInToken, mergeMetadata } from './user-metadata.js';

describe("the owner's own data", () => {
  it('are merged key by key; null removes a key', () => {
    expect(mergeMetadata({ a: 1, b: { c: 2 } }, { b: null, d: [3] })).toEqual({ a: 1, d: [3] });
  });

  it('are taken whatever they hold, at any depth', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(fc.dictionary(text, fc.array(text)), (data) => {
        fc.pre(fitsInToken(data) && !('full_name' in data));
        expect(() => assertMetadata(data)).not.toThrow();
      }),
    );
  });

  it.each([
    ['more than a token carries', { a: 'x'.repeat(6001) }],
    ['a name that is an address', { full_name: 'ada@example.com' }],
    ['a name that is no text', { full_name: 7 }],
  ])('are rejected with %s', (_, data) => {
    expect(() => assertMetadata(data)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });
});
