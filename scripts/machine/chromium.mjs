import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findProgram, isProgram, run, works } from './find-program.mjs';
import { Refusal } from './refusal.mjs';
import { root } from './settings.mjs';

const NAMES = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'];
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The path of a Chromium that runs here: `CHROME_PATH`, one on this machine, one installed now from Debian's packages, or
 * Playwright's own download. Rejects with how to get one.
 */
export async function findChromium(environment = process.env, busy = () => undefined) {
  const given = environment.CHROME_PATH;
  if (given) {
    if (await runs(given)) return given;
    throw new Refusal(
      `CHROME_PATH names ${given}, which does not run.`,
      'correct CHROME_PATH, or leave it out.',
    );
  }
  for (const way of [onThisMachine, downloaded, fromDistribution, fromPlaywright]) {
    const found = await way(busy);
    if (found) return found;
  }
  throw new Refusal(
    'There is no Chromium on this machine, and none could be installed.',
    'install Chromium or Chrome ("sudo apt-get install chromium"), or set CHROME_PATH to one.',
  );
}

function runs(file) {
  return works(file, ['--version']);
}

async function onThisMachine() {
  for (const file of [...NAMES.map((name) => findProgram(name)), ...MAC.filter(isProgram)]) {
    if (file && (await runs(file))) return file;
  }
  return undefined;
}

/** One that Playwright fetched before. */
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
  return onThisMachine();
}

async function fromPlaywright(busy) {
  busy("fetching Playwright's Chromium");
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const withLibraries = process.getuid?.() === 0 ? ['--with-deps'] : [];
  await run(process.execPath, [cli, 'install', ...withLibraries, 'chromium'], { timeout: 600_000 }).catch(
    () => undefined,
  );
  return downloaded();
}
