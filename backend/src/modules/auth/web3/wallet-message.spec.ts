import { purgeableAt, parseWalletMessage, validityError, type WalletMessage } from './wallet-message.js';

const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const SOLANA = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
const FIELDS = [
  'URI: https://site.example/auth',
  'Version: 1',
  'Chain ID: 1',
  'Nonce: abcdefgh',
  'Issued At: 2026-11-22T10:00:00.000Z',
];
const ethereum = (...lines: string[]) =>
  [`site.example wants you to sign in with your Ethereum account:`, ADDRESS, ...lines].join('\n');
const read = (...lines: string[]) => parseWalletMessage('ethereum', ethereum(...lines));

describe('messages signed by wallets', () => {
  it('are parsed with or without a statement or resources, in any field order', () => {
    const expected = {
      domain: 'site.example',
      address: ADDRESS,
      uri: 'https://site.example/auth',
      network: '1',
      nonce: 'abcdefgh',
      issuedAt: new Date('2026-11-22T10:00:00.000Z'),
    };
    expect(read('', 'I agree.', '', ...FIELDS)).toMatchObject({ ...expected, statement: 'I agree.' });
    expect(read('', '', ...FIELDS)).toMatchObject({ ...expected, statement: undefined });
    expect(read('', ...FIELDS.toReversed())).toMatchObject(expected);
    expect(read('', '', ...FIELDS, 'Resources:', '- https://site.example/terms')).toMatchObject(expected);
  });

  it('may be for Solana and include the port', () => {
    const message = [
      'localhost:3000 wants you to sign in with your Solana account:',
      SOLANA,
      '',
      'Version: 1',
      'URI: http://localhost:3000/',
      'Issued At: 2026-11-22T10:00:00Z',
    ].join('\n');
    expect(parseWalletMessage('solana', message)).toMatchObject({
      address: SOLANA,
      domain: 'localhost:3000',
    });
    expect(parseWalletMessage('ethereum', message)).toEqual(expect.any(String));
  });

  it('may have a statement that looks like a field', () => {
    expect(read('', 'URI: https://evil.example/', '', ...FIELDS)).toMatchObject({
      uri: 'https://site.example/auth',
      statement: 'URI: https://evil.example/',
    });
  });

  it.each<[string, string[]]>([
    ['a duplicate field', ['', '', ...FIELDS, 'URI: https://evil.example/']],
    ['an unknown line', ['', '', ...FIELDS, 'Anything: else']],
    ['two statements', ['', 'One.', 'Two.', '', ...FIELDS]],
    ['another version', ['', '', ...FIELDS.map((line) => line.replace('Version: 1', 'Version: 2'))]],
    ['no version', ['', '', ...FIELDS.filter((line) => !line.startsWith('Version'))]],
    ['no issue time', ['', '', ...FIELDS.filter((line) => !line.startsWith('Issued'))]],
    ['an invalid time', ['', '', ...FIELDS.slice(0, -1), 'Issued At: 2026-13-45T10:00:00Z']],
    ['a date without a time', ['', '', ...FIELDS.slice(0, -1), 'Issued At: 2026-11-22']],
    ['an invalid expiration time', ['', '', ...FIELDS, 'Expiration Time: never']],
    ['a field after the resources', ['', '', ...FIELDS, 'Resources:', '- https://a.example', 'Nonce: x']],
    ['no lines after the address', []],
  ])('are rejected with %s', (_, lines) => expect(read(...lines)).toEqual(expect.any(String)));

  it.each([
    ['another greeting', ethereum('', '', ...FIELDS).replace('wants you', 'needs you')],
    ['an address of the wrong length', ethereum('', '', ...FIELDS).replace(ADDRESS, ADDRESS.slice(0, -1))],
    [
      'a domain with a path',
      ethereum('', '', ...FIELDS).replace('site.example wants', 'site.example/x wants'),
    ],
    [
      'a domain with a user',
      ethereum('', '', ...FIELDS).replace('site.example wants', 'a@site.example wants'),
    ],
    ['carriage returns', ethereum('', '', ...FIELDS).replaceAll('\n', '\r\n')],
  ])('are rejected with %s', (_, message) =>
    expect(parseWalletMessage('ethereum', message)).toEqual(expect.any(String)),
  );

  it('are valid for ten minutes and within their own time limits', () => {
    const message = read('', '', ...FIELDS, 'Expiration Time: 2026-11-22T10:05:00Z') as WalletMessage;
    const at = (time: string) => validityError(message, new Date(`2026-11-22T${time}Z`));
    expect(at('10:00:00')).toBeUndefined();
    expect(at('09:59:30')).toBeUndefined();
    expect(at('09:58:59')).toContain('future');
    expect(at('10:05:00')).toContain('expired');
    expect(at('10:10:01')).toContain('too long ago');
    const later = read('', '', ...FIELDS, 'Not Before: 2026-11-22T10:02:00Z') as WalletMessage;
    expect(validityError(later, new Date('2026-11-22T10:01:00Z'))).toContain('not valid yet');
    expect(validityError(later, purgeableAt(later))).toContain('too long ago');
  });
});
