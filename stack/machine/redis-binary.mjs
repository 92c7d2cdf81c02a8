import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findProgram, run, works } from './find-program.mjs';
import { UserError } from './user-error.mjs';

const HELP =
  'install Redis ("sudo apt-get install redis-server", "brew install redis"), or set the URL of a server: REDIS_URL=redis://host:6379 npm start';

const searches = new Map();

/**
 * A working Redis: `{ command, args, env, inContainer }`. Tries, in order: the PATH, an earlier download, the distribution's packages
 * (unpacked into `toolsDir`, no root needed), Homebrew, Docker. Concurrent calls share the result. Throws a {@link UserError} that says
 * how to get one.
 */
export function findRedis(toolsDir, busy = () => undefined) {
  if (!searches.has(toolsDir)) {
    const found = look(toolsDir, busy).finally(() => searches.delete(toolsDir));
    searches.set(toolsDir, found);
  }
  return searches.get(toolsDir);
}

async function look(toolsDir, busy) {
  const onPath = findProgram('redis-server', 'valkey-server');
  if (onPath && (await works(onPath, ['--version']))) return { command: onPath, args: [], env: process.env };
  const folder = join(toolsDir, 'redis');
  const fetched = await unpackedIn(folder);
  if (fetched) return fetched;
  const failures = [];
  for (const source of [fromDistribution, fromHomebrew, fromDocker]) {
    try {
      const found = await source(folder, busy);
      if (found) return found;
    } catch (error) {
      failures.push(
        String(error.stderr || error.message)
          .trim()
          .split('\n')
          .at(-1),
      );
    }
  }
  throw new UserError(
    `Redis was not found${failures.length ? `, and downloading it failed (${failures.join('; ')})` : ''}.`,
    HELP,
  );
}

async function unpackedIn(folder) {
  const bin = ['redis-server', 'valkey-server']
    .map((name) => join(folder, 'usr', 'bin', name))
    .find(existsSync);
  if (!bin) return undefined;
  const libraries = ['usr/lib', 'lib'].flatMap((base) => {
    const at = join(folder, base);
    return existsSync(at)
      ? readdirSync(at)
          .filter((name) => name.endsWith('-linux-gnu'))
          .map((name) => join(at, name))
      : [];
  });
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: [...libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter),
  };
  return (await works(bin, ['--version'], { env })) ? { command: bin, args: [], env } : undefined;
}

/** Debian and Ubuntu: downloads the missing packages and unpacks them next to our data, without installing anything. */
async function fromDistribution(folder, busy) {
  if (!findProgram('apt-get') || !findProgram('dpkg')) return undefined;
  // Per process: another one may be downloading at the same time.
  const staging = `${folder}.staging-${process.pid}`;
  try {
    return await fetchInto(folder, staging, busy);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

async function fetchInto(folder, staging, busy) {
  for (const sub of ['debs', 'lists/partial', 'cache/archives/partial', 'root'])
    mkdirSync(join(staging, sub), { recursive: true });
  const ownLists = [
    '-o',
    `Dir::State::Lists=${join(staging, 'lists')}`,
    '-o',
    `Dir::Cache=${join(staging, 'cache')}`,
    '-o',
    'APT::Sandbox::User=',
    '-o',
    'Debug::NoLocking=true',
    '-o',
    'Acquire::Languages=none',
    '-o',
    'APT::Update::Error-Mode=any',
  ];
  try {
    busy('downloading Redis from the distribution');
    await download([], staging);
  } catch {
    busy('downloading package lists and Redis from the distribution');
    await run('apt-get', [...ownLists, 'update'], { timeout: 180_000 });
    await download(ownLists, staging);
  }
  for (const name of readdirSync(join(staging, 'debs'))) {
    await run('dpkg', ['-x', join(staging, 'debs', name), join(staging, 'root')]);
  }
  const concurrent = await unpackedIn(folder);
  if (concurrent) return concurrent;
  rmSync(folder, { recursive: true, force: true });
  renameSync(join(staging, 'root'), folder);
  const found = await unpackedIn(folder);
  if (!found) throw new Error("the distribution's Redis doesn't run on this machine");
  return found;
}

async function download(options, staging) {
  const unlocked = ['-o', 'Debug::NoLocking=true', '-o', 'APT::Sandbox::User='];
  const simulated = await run(
    'apt-get',
    [...options, ...unlocked, '--simulate', '--no-install-recommends', 'install', 'redis-server'],
    {
      env: { ...process.env, LC_ALL: 'C' },
    },
  );
  const missing = [...simulated.stdout.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name);
  // If nothing is missing, the packages are installed but their binary isn't on the PATH.
  const wanted = missing.length > 0 ? missing : ['redis-server', 'redis-tools'];
  await run('apt-get', [...options, ...unlocked, 'download', ...wanted], {
    cwd: join(staging, 'debs'),
    timeout: 180_000,
  });
}

async function fromHomebrew(_folder, busy) {
  if (process.platform !== 'darwin' || !findProgram('brew')) return undefined;
  busy('installing Redis with Homebrew');
  await run('brew', ['install', '--quiet', 'redis'], { timeout: 600_000 });
  const { stdout } = await run('brew', ['--prefix', 'redis']);
  return { command: join(stdout.trim(), 'bin', 'redis-server'), args: [], env: process.env };
}

async function fromDocker() {
  const docker = findProgram('docker');
  if (!docker || !(await works(docker, ['info']))) return undefined;
  return { command: docker, args: [], env: process.env, inContainer: true };
}
