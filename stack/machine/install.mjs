import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stopCommands, runCommand } from './commands.mjs';
import { findProgram } from './find-program.mjs';
import { step } from './progress.mjs';
import { privateFolder, requireSpace } from './disk.mjs';
import { UserError } from './user-error.mjs';
import { root } from './settings.mjs';

const LOCK = join(root, 'package-lock.json');
const STAMP = join(root, 'node_modules', '.installed-from');
/** Set for child scripts: packages are already up to date. */
export const SKIP_INSTALL = 'SKIP_INSTALL';
const FIRST_INSTALL_BYTES = 2_500_000_000;

/** Installs the packages of `package-lock.json` unless `node_modules` is up to date. Needs only Node 20.19 and npm. */
export async function installIfNeeded() {
  if (process.env[SKIP_INSTALL]) return;
  const missing = !existsSync(join(root, 'node_modules'));
  if (missing) requireSpace(root, FIRST_INSTALL_BYTES);
  const wanted = fingerprint();
  if (!missing && isInstalled(wanted)) return;
  await step(missing ? 'Installing packages (first time only, about 200 MB)' : 'Updating packages', (busy) =>
    install(missing, busy),
  );
  writeFileSync(STAMP, fingerprint());
}

/** `npm ci` for a fresh install. Otherwise, or if npm finds the lock file out of sync, installs what is missing. */
async function install(fresh, busy) {
  const options = ['--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  if (fresh && (await npm(['ci', ...options], busy)) === 'lock-file-out-of-sync') fresh = false;
  if (!fresh) await npm(['install', '--no-save', ...options], busy);
}

function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const file of [LOCK, ...['.', ...workspaces].map((folder) => join(root, folder, 'package.json'))]) {
    if (existsSync(file)) hash.update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Without our own stamp (npm was run manually), compares npm's record of installed packages with the lock file. */
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
    throw new UserError(
      'npm was not found on the PATH.',
      'install Node.js 24 with its npm, then run the same command again.',
    );
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const abort = () => {
    stopCommands();
    process.exit(130);
  };
  for (const signal of signals) process.once(signal, abort);
  let downloaded = 0;
  const { code, text } = await runCommand(command, [...(ownNpm ? [ownNpm] : []), ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'development', npm_config_loglevel: 'http' },
    onText(text) {
      output.write(text);
      const before = downloaded;
      downloaded += text.match(/http fetch GET 200 \S+\.tgz/g)?.length ?? 0;
      if (Math.floor(downloaded / 200) > Math.floor(before / 200)) busy(`${downloaded} packages downloaded`);
    },
  });
  for (const signal of signals) process.off(signal, abort);
  output.end();
  if (code !== 0 && /code EUSAGE/.test(text)) return 'lock-file-out-of-sync';
  if (code !== 0) throw failure(text, log);
  return 'installed';
}

function failure(output, log) {
  if (/ENOSPC|no space left/i.test(output))
    return Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network|ERR_SOCKET_TIMEOUT/i.test(
      output,
    )
  ) {
    return new UserError(
      "Packages couldn't be downloaded: the network or the package registry is unavailable.",
      `check the connection (behind a proxy: "npm config set proxy http://…"), then run the same command again. Only the first install needs the network. Details: ${log}`,
    );
  }
  const errors = output.split('\n').filter((line) => /npm (error|ERR!)/.test(line));
  return new UserError(
    `npm could not install the packages:\n${errors.slice(0, 12).join('\n')}`,
    `see ${log}`,
  );
}
