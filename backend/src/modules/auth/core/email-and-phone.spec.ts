import fc from 'fast-check';
import { isEmailAddress, normalizeEmail, parsePhoneNumber } from './email-and-phone.js';

const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,8}[a-z0-9])?$/);
const local = fc.stringMatching(/^[A-Za-z0-9_+-]{1,12}(\.[A-Za-z0-9_+-]{1,12})?$/);
const address = fc.tuple(local, label, label).map(([user, host, top]) => `${user}@${host}.${top}`);

describe('email addresses', () => {
  it('normalizes case, surrounding spaces and Unicode form', () => {
    fc.assert(
      fc.property(address, (text) => {
        expect(isEmailAddress(text)).toBe(true);
        const normal = normalizeEmail(text);
        for (const spelling of [text.toUpperCase(), ` ${text} `, text.normalize('NFD'), normal]) {
          expect(normalizeEmail(spelling)).toBe(normal);
        }
      }),
    );
  });

  it('converts internationalized domains to ASCII', () => {
    expect(normalizeEmail('Jörg@BÜCHER.example')).toBe('jörg@xn--bcher-kva.example');
    expect(normalizeEmail('jo\u0308rg@bu\u0308cher.example')).toBe('jörg@xn--bcher-kva.example');
    expect(normalizeEmail('用户@例子。测试')).toBe(normalizeEmail('用户@例子.测试'));
  });

  it.each([
    '',
    'a',
    '@example.com',
    'a@',
    'a@localhost',
    'a@127.0.0.1',
    'a@[::1]',
    'a b@example.com',
    'a@exam ple.com',
    'a@b@example.com',
    '.a@example.com',
    'a..b@example.com',
    'a@-x.com',
    'a@x-.com',
    'a@example..com',
    'a@example.com/path',
    'a@example.com:25',
    'a\r\nBcc: x@example.com',
    'a@example.com\u0000',
    '"a"@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@${'b.'.repeat(130)}com`,
  ])('rejects %j', (text) => expect(isEmailAddress(text)).toBe(false));

  it('accepts any input without throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        isEmailAddress(text);
        expect(normalizeEmail(normalizeEmail(text))).toBe(normalizeEmail(text));
      }),
    );
  });
});

describe('parsing a phone number', () => {
  it.each([
    ['+1 555 010 0199', '15550100199'],
    ['491701234567', '491701234567'],
    [' +49 170 1234567 ', '491701234567'],
  ])('parses %s as %s', (text, digits) => expect(parsePhoneNumber(text)).toBe(digits));

  it.each(['', '+', '0170 1234567', '+49+170-1', 'abc', '1'.repeat(16), '++491701', '1234\n\0'])(
    'rejects %j',
    (text) => expect(parsePhoneNumber(text)).toBeUndefined(),
  );
});
