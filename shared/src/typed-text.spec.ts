import { cleanCode, cleanEmail, cleanPhoneNumber, toAsciiDigits } from './typed-text.js';

/** In the letters that a Japanese keyboard has beside its own. */
const wide = (text: string) =>
  [...text].map((letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)).join('');

describe('typed text', () => {
  it('has digits of any script, which count by their value', () => {
    const digits = Array.from({ length: 0x110000 }, (_, codePoint) =>
      codePoint >= 0xd800 && codePoint <= 0xdfff ? '' : String.fromCodePoint(codePoint),
    ).filter((character) => /^\p{Nd}$/u.test(character));
    expect(digits.length).toBeGreaterThan(600);
    expect(toAsciiDigits(digits.join(''))).toBe('0123456789'.repeat(digits.length / 10));
  });

  it.each([
    '123 456',
    '123-456',
    '\u202a123456\u202c',
    '１２３４５６',
    '١٢٣٤٥٦',
    '१२३\u2011४५६',
    '\ufeff123\u00a0456\u200f',
  ])('is the code 123456: %j', (text) => expect(cleanCode(text)).toBe('123456'));

  it.each([
    '+1 (555) 010-0199',
    '\u202a+1\u2011555\u2011010\u20110199\u202c',
    '＋１５５５０１００１９９',
    '+١٥٥٥٠١٠٠١٩٩',
    '+1.555.010.0199',
    '\u200e+1 555\u202f010–0199',
  ])('is the phone number +15550100199: %j', (text) => expect(cleanPhoneNumber(text)).toBe('+15550100199'));

  it('leaves out the (0) of a phone number, as callers from abroad do', () => {
    expect(cleanPhoneNumber('+44 (0)20 7946 0958')).toBe('+442079460958');
  });

  it.each([
    'ada-l@example.com ',
    '\u202aada\u2011l@example.com\u202c',
    '\u200bada-l@exam\u00adple.com\u3000',
    wide('ada-l@example.com'),
  ])('is the email address ada-l@example.com: %j', (text) =>
    expect(cleanEmail(text)).toBe('ada-l@example.com'),
  );
});
