import { parsePersonName } from './person-name.js';

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
