import fc from 'fast-check';
import {
  assertFullName,
  assertMetadataSize,
  mergeMetadata,
  metadataBytes,
  parsePersonName,
} from './user-metadata.js';

describe('user metadata', () => {
  it('is merged key by key; null removes a key', () => {
    expect(mergeMetadata({ a: 1, b: { c: 2 } }, { b: null, d: [3] })).toEqual({ a: 1, d: [3] });
  });

  it('is measured in the bytes of a token, whatever its characters', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(fc.dictionary(text, fc.array(text)), (userMetadata) => {
        const payload = Buffer.from(JSON.stringify(userMetadata)).toString('base64url');
        const bytes = metadataBytes({ userMetadata });
        expect(Math.ceil((bytes - '{}'.length) / 3) * 4 - payload.length).toBeLessThan(4);
        expect(() => assertMetadataSize({ userMetadata }, bytes)).not.toThrow();
        expect(() => assertMetadataSize({ userMetadata }, bytes - 1)).toThrow(`${bytes} bytes`);
      }),
    );
  });

  it.each([
    ['an email address', { full_name: 'ada@example.com' }],
    ['something other than a string', { full_name: 7 }],
  ])('rejects %s as the name', (_, data) => {
    expect(() => assertFullName(data)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
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
