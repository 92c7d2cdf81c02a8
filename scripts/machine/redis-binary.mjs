import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findProgram, run, works } from './find-program.mjs';
import { Refusal } from './refusal.mjs';

const HELP =
  'install Redis ("sudo apt-get install redis-server", "brew install redis"), or give the address of one: REDIS_URL=redis://host:6379 npm start';

const looking = new Map();

/**
 * A Redis that runs here: `{ command, args, env, inContainer }`. In order: on the PATH, fetched before, fetched now from
 * the distribution (into `toolsDir`, no root needed), Homebrew, Docker. Who asks meanwhile gets the same. Rejects with how
 * to get one.
 */
export function findRedis(toolsDir, busy = () => undefined) {
  if (!looking.has(toolsDir)) {
    const found = look(toolsDir, busy).finally(() => looking.delete(toolsDir));
    looking.set(toolsDir, found);
  }
  return looking.get(toolsDir);
}

async function look(toolsDir, busy) {
  const onPath = findProgram('redis-server', 'valkey-server');
  if (onPath && (await works(onPath, ['--version']))) return { command: onPath, args: [], env: process.env };
  const folder = join(toolsDir, 'redis');
  const fetched = await unpacked(folder);
  if (fetched) return fetched;
  const tried = [];
  for (const way of [fromDistribution, fromHomebrew, fromDocker]) {
    try {
      const found = await way(folder, busy);
      if (found) return found;
    } catch (error) {
      tried.push(
        String(error.stderr || error.message)
          .trim()
          .split('\n')
          .at(-1),
      );
    }
  }
  throw new Refusal(
    `There is no Redis on this machine${tried.length ? `, and fetching one failed (${tried.join('; ')})` : ''}.`,
    HELP,
  );
}

async function unpacked(folder) {
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

/** Debian and Ubuntu: the packages that are missing here, downloaded and unpacked beside our data, nothing installed. */
async function fromDistribution(folder, busy) {
  if (!findProgram('apt-get') || !findProgram('dpkg')) return undefined;
  // Of this process: another one may be fetching it at the same time.
  const parts = `${folder}.parts-${process.pid}`;
  try {
    return await fetchInto(folder, parts, busy);
  } finally {
    rmSync(parts, { recursive: true, force: true });
  }
}

async function fetchInto(folder, parts, busy) {
  for (const sub of ['debs', 'lists/partial', 'cache/archives/partial', 'root'])
    mkdirSync(join(parts, sub), { recursive: true });
  const ownLists = [
    '-o',
    `Dir::State::Lists=${join(parts, 'lists')}`,
    '-o',
    `Dir::Cache=${join(parts, 'cache')}`,
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
    busy('fetching Redis from the distribution');
    await download([], parts);
  } catch {
    busy('fetching package lists, then Redis, from the distribution');
    await run('apt-get', [...ownLists, 'update'], { timeout: 180_000 });
    await download(ownLists, parts);
  }
  for (const name of readdirSync(join(parts, 'debs'))) {
    await run('dpkg', ['-x', join(parts, 'debs', name), join(parts, 'root')]);
  }
  const meanwhile = await unpacked(folder);
  if (meanwhile) return meanwhile;
  rmSync(folder, { recursive: true, force: true });
  renameSync(join(parts, 'root'), folder);
  const found = await unpacked(folder);
  if (!found) throw new Error('the Redis of the distribution does not run here');
  return found;
}

async function download(options, parts) {
  const unlocked = ['-o', 'Debug::NoLocking=true', '-o', 'APT::Sandbox::User='];
  const simulated = await run(
    'apt-get',
    [...options, ...unlocked, '--simulate', '--no-install-recommends', 'install', 'redis-server'],
    {
      env: { ...process.env, LC_ALL: 'C' },
    },
  );
  const missing = [...simulated.stdout.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name);
  // Nothing missing means that the packages are installed and only their program cannot be found.
  const wanted = missing.length > 0 ? missing : ['redis-server', 'redis-tools'];
  await run('apt-get', [...options, ...unlocked, 'download', ...wanted], {
    cwd: join(parts, 'debs'),
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
