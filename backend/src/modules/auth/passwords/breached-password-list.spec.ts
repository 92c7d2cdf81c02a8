import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Settings } from '../../../platform/config/settings.js';
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
  it('recognizes common passwords, ignoring case, width and surrounding whitespace', async () => {
    const list = await listFor({ commonPasswordList: true });
    for (const password of ['password', '123456', 'QWERTYUIOP', ' iloveyou\t', 'ｐａｓｓｗｏｒｄ'])
      expect([password, list.isCommon(password)]).toEqual([password, true]);
    for (const password of ['correct horse battery staple', 'correct horse', 'pass word'])
      expect([password, list.isCommon(password)]).toEqual([password, false]);
    expect((await listFor({ commonPasswordList: false })).isCommon('password')).toBe(false);
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
