import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endCommands, runToEnd } from './commands.mjs';
import { findProgram } from './find-program.mjs';
import { step } from './progress.mjs';
import { privateFolder, requireSpace } from './disk.mjs';
import { Refusal } from './refusal.mjs';
import { root } from './settings.mjs';

const LOCK = join(root, 'package-lock.json');
const STAMP = join(root, 'node_modules', '.installed-from');
/** Set for the scripts that one of ours runs: the packages have been seen to. */
export const SEEN_TO = 'PACKAGES_SEEN_TO';
const FIRST_INSTALL_BYTES = 2_500_000_000;

/** Installs the packages of `package-lock.json` unless `node_modules` holds exactly them. Needs Node 20.19 and npm only. */
export async function installWhenNeeded() {
  if (process.env[SEEN_TO]) return;
  const missing = !existsSync(join(root, 'node_modules'));
  if (missing) requireSpace(root, FIRST_INSTALL_BYTES);
  const wanted = fingerprint();
  if (!missing && isInstalled(wanted)) return;
  await step(
    missing ? 'Installing packages (first time only: downloads about 200 MB)' : 'Updating packages',
    (busy) => install(missing, busy),
  );
  writeFileSync(STAMP, fingerprint());
}

/** Exactly what the lock file says, from nothing; else, or where npm finds the lock file lacking, what is missing. */
async function install(fromNothing, busy) {
  const options = ['--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  if (fromNothing && (await npm(['ci', ...options], busy)) === 'lock-file-lacking') fromNothing = false;
  if (!fromNothing) await npm(['install', '--no-save', ...options], busy);
}

function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const file of [LOCK, ...['.', ...workspaces].map((folder) => join(root, folder, 'package.json'))]) {
    if (existsSync(file)) hash.update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Without our own stamp (someone ran npm himself) npm's record of what it installed is compared package by package. */
function isInstalled(wanted) {
  if (existsSync(STAMP)) return readFileSync(STAMP, 'utf8') === wanted;
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const have = JSON.parse(readFileSync(record, 'utf8')).packages;
  const want = JSON.parse(readFileSync(LOCK, 'utf8')).packages;
  const same = Object.entries(want).every(
    ([path, entry]) => !path || entry.optional || entry.devOptional || have[path]?.version === entry.version,
  );
  if (same) writeFileSync(STAMP, wanted);
  return same;
}

async function npm(args, busy) {
  privateFolder(join(root, '.data'));
  const log = join(root, '.data', 'logs', 'install.log');
  mkdirSync(join(root, '.data', 'logs'), { recursive: true });
  const output = createWriteStream(log);
  const ownNpm = process.env.npm_execpath;
  const command = ownNpm ? process.execPath : findProgram('npm');
  if (!command)
    throw new Refusal(
      'npm is not on the PATH.',
      'install Node.js 24 with its npm, then run the same command again.',
    );
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const giveUp = () => {
    endCommands();
    process.exit(130);
  };
  for (const signal of signals) process.once(signal, giveUp);
  let fetched = 0;
  const { code, text } = await runToEnd(command, [...(ownNpm ? [ownNpm] : []), ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'development', npm_config_loglevel: 'http' },
    onText(said) {
      output.write(said);
      const before = fetched;
      fetched += said.match(/http fetch GET 200 \S+\.tgz/g)?.length ?? 0;
      if (Math.floor(fetched / 200) > Math.floor(before / 200)) busy(`${fetched} packages fetched`);
    },
  });
  for (const signal of signals) process.off(signal, giveUp);
  output.end();
  if (code !== 0 && /code EUSAGE/.test(text)) return 'lock-file-lacking';
  if (code !== 0) throw failure(text, log);
  return 'installed';
}

function failure(said, log) {
  if (/ENOSPC|no space left/i.test(said))
    return Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network|ERR_SOCKET_TIMEOUT/i.test(said)
  ) {
    return new Refusal(
      'The packages could not be downloaded: the network, or the way to the package registry, is down.',
      `connect this machine (behind a proxy: "npm config set proxy http://…"), then run the same command again. Only the first install needs a network. Details: ${log}`,
    );
  }
  const errors = said.split('\n').filter((line) => /npm (error|ERR!)/.test(line));
  return new Refusal(`npm could not install the packages:\n${errors.slice(0, 12).join('\n')}`, `see ${log}`);
}
