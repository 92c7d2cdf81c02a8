import fc from 'fast-check';
import { assertMetadata, fitsInToken, mergeMetadata, parsePersonName } from './user-metadata.js';

describe('user metadata', () => {
  it('is merged key by key; null removes a key', () => {
    expect(mergeMetadata({ a: 1, b: { c: 2 } }, { b: null, d: [3] })).toEqual({ a: 1, d: [3] });
  });

  it('accepts arbitrary nested values', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(fc.dictionary(text, fc.array(text)), (data) => {
        fc.pre(fitsInToken(data, 6000) && !('full_name' in data));
        expect(() => assertMetadata(data, 6000)).not.toThrow();
      }),
    );
  });

  it.each([
    ['more data than fits in a token', { a: 'x'.repeat(6001) }],
    ['an email address as the name', { full_name: 'ada@example.com' }],
    ['a name that is not a string', { full_name: 7 }],
  ])('rejects %s', (_, data) => {
    expect(() => assertMetadata(data, 6000)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });
});

describe('names of people', () => {
  it.each(['Ada Lovelace', "O'Brien", '毛泽东', 'José-María', 'x', 'é'.repeat(100)])('accepts %s', (name) =>
    expect(parsePersonName(` ${name} `)).toBe(name),
  );

  it.each([
    '',
    '   ',
    'a'.repeat(101),
    'Win http://evil.example',
    'see WWW.evil.example',
    'ada@example.com',
    'Ada\nBcc: x',
    'Ada\u0000',
    'Ada\u202Egnp.exe',
    'Ada\u2028Lovelace',
    'Ada\ud800',
  ])('rejects %j', (name) => expect(parsePersonName(name)).toBeUndefined());
});
