import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findProgram, isProgram, run, works } from './find-program.mjs';
import { UserError } from './user-error.mjs';
import { root } from './settings.mjs';

const NAMES = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'];
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The path of a working Chromium: `CHROME_PATH`, an installed one, one installed now from the distribution's packages, or
 * Playwright's download. Throws a {@link UserError} that says how to get one.
 */
export async function findChromium(environment = process.env, busy = () => undefined) {
  const configured = environment.CHROME_PATH;
  if (configured) {
    if (await runs(configured)) return configured;
    throw new UserError(
      `CHROME_PATH is set to ${configured}, which doesn't run.`,
      'correct CHROME_PATH or remove it.',
    );
  }
  for (const source of [installed, downloaded, fromDistribution, fromPlaywright]) {
    const found = await source(busy);
    if (found) return found;
  }
  throw new UserError(
    'Chromium was not found and could not be installed.',
    'install Chromium or Chrome ("sudo apt-get install chromium"), or set CHROME_PATH.',
  );
}

function runs(file) {
  return works(file, ['--version']);
}

async function installed() {
  for (const file of [...NAMES.map((name) => findProgram(name)), ...MAC.filter(isProgram)]) {
    if (file && (await runs(file))) return file;
  }
  return undefined;
}

/** From an earlier Playwright download. */
async function downloaded() {
  const home = process.env.PLAYWRIGHT_BROWSERS_PATH || join(homedir(), '.cache', 'ms-playwright');
  if (!existsSync(home)) return undefined;
  const folders = readdirSync(home).filter((name) => /^chromium-\d+$/.test(name));
  const files = folders.flatMap((name) =>
    ['chrome-linux64/chrome', 'chrome-linux/chrome'].map((inside) => join(home, name, inside)),
  );
  for (const file of files.filter(isProgram)) if (await runs(file)) return file;
  return undefined;
}

async function fromDistribution(busy) {
  const apt = findProgram('apt-get');
  if (!apt) return undefined;
  const [command, ...before] = process.getuid?.() === 0 ? [apt] : ['sudo', '-n', apt];
  const options = { timeout: 600_000, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  const install = () =>
    run(command, [...before, 'install', '-y', '--no-install-recommends', 'chromium'], options).catch(
      () => undefined,
    );
  busy('installing Chromium from the distribution');
  if (!(await install())) {
    await run(command, [...before, 'update'], options).catch(() => undefined);
    await install();
  }
  return installed();
}

async function fromPlaywright(busy) {
  busy("downloading Playwright's Chromium");
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const withLibraries = process.getuid?.() === 0 ? ['--with-deps'] : [];
  await run(process.execPath, [cli, 'install', ...withLibraries, 'chromium'], { timeout: 600_000 }).catch(
    () => undefined,
  );
  return downloaded();
}
