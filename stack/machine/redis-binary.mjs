import { globSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { output, works } from './commands.mjs';
import { UserError } from './user-error.mjs';

const SERVERS = ['redis-server', 'valkey-server'];
const TIMEOUT = { timeout: 300_000 };

/**
 * A working Redis: `{ command, env }`. Tries, in order: the PATH, an earlier download, Homebrew, the distribution's packages (unpacked
 * into `toolsDir`, no root needed). Throws a {@link UserError} that says how to get one.
 */
export async function findRedis(toolsDir, busy = () => undefined) {
  const folder = join(toolsDir, 'redis');
  const existing = (await onPath()) ?? (await unpackedIn(folder));
  if (existing) return existing;
  try {
    busy('downloading Redis');
    if (await works('brew', ['--version'])) {
      await output('brew', ['install', '--quiet', 'redis'], TIMEOUT);
      return { command: join(await output('brew', ['--prefix', 'redis']), 'bin', 'redis-server') };
    }
    await downloadInto(folder);
    const found = await unpackedIn(folder);
    if (found) return found;
    throw new Error("it doesn't run on this machine");
  } catch (error) {
    throw new UserError(
      `Redis was not found, and downloading it failed (${error.shortMessage ?? error.message}).`,
      'install Redis ("sudo apt-get install redis-server", "brew install redis"), or set the URL of a server: REDIS_URL=redis://host:6379 npm start',
    );
  }
}

async function onPath() {
  for (const command of SERVERS)
    if (await works(command, ['--version'])) return { command, env: process.env };
  return undefined;
}

async function unpackedIn(folder) {
  const [command] = globSync(SERVERS.map((name) => join(folder, 'usr', 'bin', name)));
  if (!command) return undefined;
  const libraries = globSync(join(folder, '{usr/lib,lib}', '*-linux-gnu'));
  const env = { ...process.env, LD_LIBRARY_PATH: libraries.join(':') };
  return (await works(command, ['--version'], { env })) ? { command, env } : undefined;
}

/** Debian and Ubuntu: downloads the missing packages with package lists of our own and unpacks them, without installing anything. */
async function downloadInto(folder) {
  mkdirSync(dirname(folder), { recursive: true });
  const staging = mkdtempSync(`${folder}.staging-`);
  const options = Object.entries({
    'Dir::State::Lists': join(staging, 'lists'),
    'Dir::Cache': join(staging, 'cache'),
    'APT::Sandbox::User': '',
    'Debug::NoLocking': 'true',
    'Acquire::Languages': 'none',
    'APT::Update::Error-Mode': 'any',
  }).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const apt = (args, more) => output('apt-get', [...options, ...args], { ...TIMEOUT, ...more });
  try {
    for (const sub of ['debs', 'lists/partial', 'cache/archives/partial', 'root'])
      mkdirSync(join(staging, sub), { recursive: true });
    await apt(['update']);
    const plan = await apt(['--simulate', '--no-install-recommends', 'install', 'redis-server'], {
      env: { LC_ALL: 'C' },
    });
    const missing = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name);
    await apt(['download', ...missing], { cwd: join(staging, 'debs') });
    for (const name of readdirSync(join(staging, 'debs')))
      await output('dpkg', ['-x', join(staging, 'debs', name), join(staging, 'root')]);
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(staging, 'root'), folder);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}
