import { parsePhoneNumber } from './phone-number.js';

describe('parsing a phone number', () => {
  it.each([
    ['+1 555 010 0199', '15550100199'],
    ['491701234567', '491701234567'],
    [' +49 170 1234567 ', '491701234567'],
  ])('parses %s as %s', (text, digits) => expect(parsePhoneNumber(text)).toBe(digits));

  it.each(['', '+', '0170 1234567', '+49-170-1', 'abc', '1'.repeat(16), '++491701', '1234\n\0'])(
    'rejects %j',
    (text) => expect(parsePhoneNumber(text)).toBeUndefined(),
  );
});
