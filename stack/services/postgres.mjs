import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../machine/find-program.mjs';
import { privateFolder } from '../machine/disk.mjs';
import { findPostgres, withoutRoot } from '../machine/postgres-binary.mjs';
import { commandOf, stopLeftover, stopProcess, identityOf } from '../machine/processes.mjs';
import { UserError } from '../machine/user-error.mjs';
import { runService } from '../machine/run-service.mjs';
import { until } from '../machine/wait.mjs';

/**
 * PostgreSQL on loopback with a database named `database`, owned by the superuser in the URL. `durable: false` trades durability for
 * speed: commits survive a server crash, but not a machine crash.
 */
export async function launchPostgres({
  dataDir,
  logsDir,
  port,
  password,
  database = 'subscription_site',
  durable = true,
}) {
  const files = join(dataDir, 'postgres');
  await stopLeftoverPostgres(dataDir);
  const bin = findPostgres();
  privateFolder(dataDir);
  const user = await withoutRoot(bin, dataDir);
  if (user.uid) {
    chownSync(dataDir, process.getuid(), user.gid);
    chmodSync(dataDir, 0o710);
  }
  await createCluster({ files, dataDir, bin, user, password });
  const configuration = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    ...(durable ? [] : ['fsync=off', 'full_page_writes=off']),
  ];
  const [command, args] = user.wrap(join(bin, 'postgres'), [
    '-D',
    files,
    ...configuration.flatMap((pair) => ['-c', pair]),
  ]);
  const start = () =>
    runService({
      name: 'postgres',
      command,
      args,
      cwd: dataDir,
      uid: user.uid,
      gid: user.gid,
      stopSignal: 'SIGINT',
      env: { ...process.env, LC_ALL: 'C', PGDATA: files },
      pidFile: join(dataDir, 'postgres.pid'),
      logFile: join(logsDir, 'postgres.log'),
    });
  const service = await startUntilReady(start, files);
  service.adminUrl = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
  service.url = `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
  await createDatabase(service.adminUrl, database);
  return service;
}

async function stopLeftoverPostgres(dataDir) {
  const options = { signal: 'SIGINT', graceMs: 15_000 };
  await stopLeftover(join(dataDir, 'postgres.pid'), options);
  const lock = join(dataDir, 'postgres', 'postmaster.pid');
  if (!existsSync(lock)) return;
  const pid = Number(readFileSync(lock, 'utf8').split('\n')[0]);
  // The process ID in a stale lock may have been reused. The process is ours only if its command line contains our data folder.
  if (identityOf(pid) && commandOf(pid).includes(join(dataDir, 'postgres'))) await stopProcess(pid, options);
  rmSync(lock, { force: true });
}

async function createCluster({ files, dataDir, bin, user, password }) {
  const version = /\d+/.exec((await run(...user.wrap(join(bin, 'postgres'), ['--version']))).stdout)[0];
  const versionFile = join(files, 'PG_VERSION');
  if (existsSync(versionFile) && existsSync(join(files, 'complete'))) {
    const existing = readFileSync(versionFile, 'utf8').trim();
    if (existing === version) return;
    throw new UserError(
      `${files} was created by PostgreSQL ${existing}, but this is PostgreSQL ${version}.`,
      'rename that folder to start with an empty database, or set DATABASE_URL.',
    );
  }
  // If our marker file is missing, an earlier attempt was interrupted.
  rmSync(files, { recursive: true, force: true });
  mkdirSync(files, { recursive: true, mode: 0o700 });
  const passwordFile = join(dataDir, 'postgres.password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user.owner) for (const path of [files, passwordFile]) chownSync(path, user.owner, user.owner);
  const locale = Number(version) >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : [];
  const [command, args] = user.wrap(join(bin, 'initdb'), [
    '-D',
    files,
    '-U',
    'postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    ...locale,
    '--no-instructions',
  ]);
  try {
    await run(command, args, {
      env: { ...process.env, LC_ALL: 'C' },
      uid: user.uid,
      gid: user.gid,
      cwd: dataDir,
    });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  writeFileSync(join(files, 'complete'), '');
  chmodSync(files, 0o700);
}

/** Waits for "ready" in PostgreSQL's status line. After `kill -9`, old child processes may briefly hold the shared memory. */
async function startUntilReady(start, files) {
  const statusLine = () => readFileSync(join(files, 'postmaster.pid'), 'utf8').split('\n')[7]?.trim();
  const deadline = Date.now() + 20_000;
  for (;;) {
    const service = start();
    try {
      await until(() => statusLine() === 'ready', {
        what: 'PostgreSQL to be ready',
        timeoutMs: 120_000,
        everyMs: 20,
        unless: service.failure,
      });
      return service;
    } catch (error) {
      await service.stop();
      if (!/shared memory block|still in use/.test(error.message) || Date.now() > deadline) throw error;
    }
  }
}

async function createDatabase(adminUrl, database) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: adminUrl });
  try {
    await client.connect();
    const existing = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (existing.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`);
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
