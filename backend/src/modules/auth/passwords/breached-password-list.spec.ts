// cspell:ignore drowssap étoile neuf qazwsx
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Settings } from '../../../platform/config/settings.js';
import { personalWords } from './password-rules.js';
import { BreachedPasswordList } from './breached-password-list.js';

const folder = mkdtempSync(join(tmpdir(), 'breached-passwords-'));
afterAll(() => rmSync(folder, { recursive: true }));

const listFor = async (auth: Partial<Settings['auth']>) => {
  const list = new BreachedPasswordList({ auth } as Settings);
  await list.onModuleInit();
  return list;
};
const fileWith = (passwords: readonly string[], lineEnding = '\n') => {
  const hash = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();
  const lines = passwords.map((password, index) => `${hash(password)}:${index}`);
  const file = join(folder, `${passwords.length}${lineEnding.length}.txt`);
  writeFileSync(file, lines.sort().join(lineEnding));
  return { breachedPasswordFile: file };
};

describe('breached password list', () => {
  const common = ['password', '123456', 'QWERTYUIOP', ' iloveyou\t', 'ｐａｓｓｗｏｒｄ', '654321', '      '];
  const patterns = [
    'aaaaaa',
    'zzzzzz',
    'aaaaaaaa',
    '121212',
    'qazwsx',
    'abcdefgh',
    '01/02/2003',
    'ab'.repeat(36),
  ];
  const variations = [
    'Password1!',
    'Welcome1!',
    'P@ssw0rd1',
    'p4$$w0rd',
    'Summer2024',
    '5umm3r2024',
    'drowssap',
  ];
  const personal = [
    'ada.lovelace@example.com',
    'ADA.LOVELACE@example.com',
    'Lovelace1',
    'lovelace2024',
    'AdaLovelace1',
  ];
  it.each([...common, ...patterns, ...variations, ...personal])(
    'recognizes that %j is easy to guess',
    async (password) => {
      const list = await listFor({ commonPasswordList: true });
      const owner = { email: 'ada.lovelace@example.com', fullName: 'Ada Lovelace' };
      expect(list.isGuessable(password, personalWords(owner))).toBe(true);
      expect((await listFor({ commonPasswordList: false })).isGuessable(password, [])).toBe(false);
    },
  );

  it.each([
    'correct horse battery staple',
    'correct horse',
    'pass word',
    'tr0ub4dor&3',
    'q7#zkw',
    'xK9#mQ',
    'xK9#mQ2$vL7!',
    'étoile à neuf',
  ])('accepts %j', async (password) => {
    const list = await listFor({ commonPasswordList: true });
    expect(list.isGuessable(password, ['ada.lovelace@example.com', 'Ada'])).toBe(false);
  });

  it('checks the longest and most complex input within 40 ms of CPU time', async () => {
    const list = await listFor({ commonPasswordList: true });
    const worst = 'xK9#mQ2$vL7!pR4zbT6&wN1@cY8*hJ3^dF5%gS0(eA7)uI2-oZ4=kB9_qV6+lX1[rM8]tW3{';
    const cpuMillis = (password: string): number => {
      const before = process.cpuUsage();
      list.isGuessable(password, ['ada.lovelace@example.com', 'Ada', 'Lovelace']);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    cpuMillis(worst);
    expect(Math.min(...Array.from({ length: 5 }, () => cpuMillis(worst)))).toBeLessThan(40);
    expect(Math.min(...Array.from({ length: 5 }, () => cpuMillis(worst.repeat(1000))))).toBeLessThan(40);
  });

  it.each([0, 1, 2, 3, 500])('finds exactly the passwords of a file with %d entries', async (count) => {
    const passwords = Array.from({ length: count }, (_, index) => `password number ${index}`);
    for (const lineEnding of ['\n', '\r\n']) {
      const list = await listFor(fileWith(passwords, lineEnding));
      expect(passwords.filter((password) => !list.isBreached(password))).toEqual([]);
      for (let index = 0; index < 200; index++) expect(list.isBreached(`another one ${index}`)).toBe(false);
      list.onApplicationShutdown();
    }
  });

  it('fails at startup if the file does not exist', async () => {
    await expect(listFor({ breachedPasswordFile: join(folder, 'missing.txt') })).rejects.toThrow(
      'missing.txt',
    );
  });
});
