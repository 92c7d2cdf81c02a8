import { globSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import which from 'which';
import { runCommand, works } from './commands.mjs';
import { node, root } from './runtime.mjs';
import { UserError } from './user-error.mjs';

const NAMES = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'];
const PLAYWRIGHT = process.env.PLAYWRIGHT_BROWSERS_PATH || join(homedir(), '.cache', 'ms-playwright');

/**
 * The path of a working Chromium: `CHROME_PATH`, an installed one, or one that is installed now, from the distribution's packages or
 * by Playwright.
 */
export async function findChromium(busy = () => undefined) {
  const { CHROME_PATH } = process.env;
  if (CHROME_PATH) {
    if (await works(CHROME_PATH)) return CHROME_PATH;
    throw new UserError(
      `CHROME_PATH is set to ${CHROME_PATH}, which doesn't run.`,
      'correct CHROME_PATH or remove it.',
    );
  }
  const apt = [...(process.getuid() === 0 ? [] : ['sudo', '-n']), 'apt-get'];
  const attempts = [
    [],
    [...apt, 'update'],
    [...apt, 'install', '-y', '--no-install-recommends', 'chromium'],
    [node, join(root, 'node_modules', '@playwright', 'test', 'cli.js'), 'install', 'chromium'],
  ];
  for (const [command, ...args] of attempts) {
    if (command) {
      busy(`installing Chromium: ${command} ${args.join(' ')}`);
      await runCommand(command, args, { timeout: 600_000 });
    }
    const found = await installed();
    if (found) return found;
  }
  throw new UserError(
    'Chromium was not found and could not be installed.',
    'install Chromium or Chrome ("sudo apt-get install chromium"), or set CHROME_PATH.',
  );
}

async function installed() {
  const candidates = [
    ...NAMES.flatMap((name) => which.sync(name, { nothrow: true }) ?? []),
    ...globSync('/Applications/{Google Chrome,Chromium}.app/Contents/MacOS/{Google Chrome,Chromium}'),
    ...globSync(join(PLAYWRIGHT, 'chromium-*', '{chrome-linux*/chrome,chrome-mac*/*.app/Contents/MacOS/*}')),
  ];
  for (const file of candidates) if (await works(file)) return file;
  return undefined;
}
