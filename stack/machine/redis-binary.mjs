import { globSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { works } from './commands.mjs';
import { root } from './runtime.mjs';
import { UserError } from './user-error.mjs';

const SERVERS = ['redis-server', 'valkey-server'];
const TIMEOUT = { timeout: 300_000 };

/**
 * A working Redis: `{ command, env }`. Tries, in order: the PATH, an earlier download in `folder`, Homebrew, the distribution's
 * packages (unpacked into `folder`, no root needed). Throws a {@link UserError} that says how to get one.
 */
export async function findRedis(busy = () => undefined, folder = join(root, '.data', 'tools', 'redis')) {
  const existing = await findIn(folder);
  if (existing) return existing;
  try {
    busy('downloading Redis');
    if (await works('brew')) await execa('brew', ['install', '--quiet', 'redis'], TIMEOUT);
    else await downloadInto(folder);
    const downloaded = await findIn(folder);
    if (downloaded) return downloaded;
    throw new Error("it doesn't run on this machine");
  } catch (error) {
    throw new UserError(
      `Redis was not found, and downloading it failed (${error.shortMessage ?? error.message}).`,
      'install Redis ("sudo apt-get install redis-server", "brew install redis"), or set the URL of a server: REDIS_URL=redis://host:6379 npm start',
    );
  }
}

/** A working Redis on the PATH or unpacked in the folder. */
async function findIn(folder) {
  const unpacked = globSync(SERVERS.map((name) => join(folder, 'usr', 'bin', name)));
  const libraries = globSync(join(folder, '{usr/lib,lib}', '*-linux-gnu')).join(':');
  for (const command of [...SERVERS, ...unpacked]) {
    const env = unpacked.includes(command) ? { ...process.env, LD_LIBRARY_PATH: libraries } : process.env;
    if (await works(command, ['--version'], { env })) return { command, env };
  }
  return undefined;
}

/** Debian and Ubuntu: downloads the missing packages with package lists of our own and unpacks them, without installing anything. */
async function downloadInto(folder) {
  mkdirSync(dirname(folder), { recursive: true });
  const staging = mkdtempSync(`${folder}.staging-`);
  const debs = join(staging, 'debs');
  const options = [
    `Dir::State::Lists=${join(staging, 'lists')}`,
    `Dir::Cache=${join(staging, 'cache')}`,
    'APT::Sandbox::User=',
    'Debug::NoLocking=true',
    'Acquire::Languages=none',
    'APT::Update::Error-Mode=any',
  ].flatMap((option) => ['-o', option]);
  const apt = (args, more) => execa('apt-get', [...options, ...args], { ...TIMEOUT, ...more });
  try {
    for (const name of ['debs', 'lists/partial', 'cache/archives/partial'])
      mkdirSync(join(staging, name), { recursive: true });
    await apt(['update']);
    const install = ['--simulate', '--no-install-recommends', 'install', 'redis-server'];
    const { stdout: plan } = await apt(install, { env: { LC_ALL: 'C' } });
    const missing = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name);
    await apt(['download', ...missing], { cwd: debs });
    for (const name of readdirSync(debs))
      await execa('dpkg', ['-x', join(debs, name), join(staging, 'root')]);
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(staging, 'root'), folder);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}
