import { hasInvisibleCharacters, isPersonName, isPlainLine } from './names.js';

describe('name validation', () => {
  it.each([
    'Ada Lovelace',
    'J. R. R. Tolkien',
    'Martin Luther King Jr.',
    'Dr.Smith',
    'St.John',
    'Prof.Dr.Ing. Müller',
    'Anne.Marie',
    "Mary-Jane O'Neil",
    'O’Brien',
    'will.i.am',
    'Ravi s/o Kumar',
    'Ada Lovelace 1732192839123',
    'Smith & Sons',
    'Comte de Netville',
    'X',
    '毛泽东',
    '山田。太郎',
    'علی‌رضا',
    'é'.repeat(100),
  ])('accepts %s as a person name', (name) => expect(isPersonName(name)).toBe(true));

  it.each(['Booking.com', 'Müller & Söhne GmbH', '株式会社', 'A/B Testing, Inc.', 'Yahoo!'])(
    'accepts %s as a company name',
    (name) => expect(isPlainLine(name)).toBe(true),
  );

  it.each([
    '',
    'a'.repeat(101),
    'Win http://evil.example',
    'hxxp:evil',
    'see WWW.evil.example',
    'ada@example.com',
    'ada＠example',
    'www-evil.example/reset',
    'evil.example:8080',
    'evil.example?x',
    'evil。com/reset',
    'evil．com／reset',
    'evil.com∕reset',
    'mailto:ada',
    'tel:+15550100',
    '192.168.0.1',
    '１９２.168.0.1',
    'Ada\nBcc: x',
    'Ada\u0000',
    'Ada\u202Egnp.exe',
    'Ada\u2028Lovelace',
    'Ada\ud800',
    'ev\u00adil',
    'ev\u200bil',
    'ev\u2060il',
    '\ufeffAda',
  ])('rejects %j as any name', (name) => {
    expect(isPersonName(name)).toBe(false);
    expect(isPlainLine(name)).toBe(false);
  });

  it.each([
    ['Ada\tLovelace', true],
    ['Ada\u202eLovelace', true],
    ['Ada\u200bLovelace', true],
    ['علی\u200cرضا', false],
    ['Win http://evil.example', false],
  ])('detects invisible characters in %j: %s', (name, expected) =>
    expect(hasInvisibleCharacters(name)).toBe(expected),
  );

  it.each(['evil.com', 'Evil.COM', 'evil。com', 'evil．ｃｏｍ', 'Ada evil.example now', 'x.xn--p1ai'])(
    'rejects %s as a person name',
    (name) => expect(isPersonName(name)).toBe(false),
  );
});
