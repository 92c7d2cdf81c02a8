import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { isFree } from '../machine/ports.mjs';
import { identityOf } from '../machine/processes.mjs';
import { node } from '../machine/runtime.mjs';
import { answers, until } from '../machine/wait.mjs';
import { miniatureRepository } from './temporary.mjs';

function start(t, repository, extra = {}) {
  const child = spawn(node, [repository.entry], {
    cwd: repository.folder,
    env: { ...repository.environment, ...extra },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGTERM'));
  const run = { child, said: '', ended: once(child, 'exit') };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (run.said += bytes));
  run.ready = () =>
    until(() => run.said.includes('Ctrl-C stops everything'), {
      what: 'the launcher being ready',
      timeoutMs: 60_000,
      unless: () => child.exitCode !== null && new Error(`it ended:\n${run.said}`),
    });
  return run;
}

function partsOf(repository) {
  const dataDir = join(repository.folder, '.data');
  const files = readdirSync(dataDir).filter((name) => name.endsWith('.pid'));
  return Object.fromEntries(
    files.map((name) => [name.slice(0, -4), JSON.parse(readFileSync(join(dataDir, name), 'utf8')).pid]),
  );
}

async function everythingGone(repository, pids) {
  const gone = () => Object.values(pids).every((pid) => !identityOf(pid));
  await until(gone, { what: 'every part having ended', timeoutMs: 20_000 });
  for (const setting of ['PORT', 'EMBEDDED_POSTGRES_PORT', 'EMBEDDED_REDIS_PORT', 'MAILBOX_PORT']) {
    assert.ok(await isFree(repository.port(setting)), `${setting} is free again`);
  }
}

test('Ctrl-C leaves nothing running, and the password is shown once', async (t) => {
  const repository = await miniatureRepository(t);
  const first = start(t, repository);
  await first.ready();
  const parts = partsOf(repository);
  assert.deepEqual(Object.keys(parts).toSorted(), [
    'api',
    'emulators',
    'launcher',
    'postgres',
    'redis',
    'worker',
  ]);
  const secrets = join(repository.folder, '.data', 'secrets.json');
  assert.equal(statSync(secrets).mode & 0o777, 0o600, 'secrets are for their owner only');
  assert.equal(statSync(dirname(secrets)).mode & 0o777, 0o700, 'so is the folder');
  for (const name of ['api', 'emulators', 'worker'])
    assert.doesNotMatch(
      readFileSync(`/proc/${parts[name]}/environ`, 'utf8'),
      /BOOTSTRAP/,
      `${name} does not get it`,
    );
  const { bootstrapAdminPassword } = JSON.parse(readFileSync(secrets, 'utf8'));
  assert.match(first.said, new RegExp(bootstrapAdminPassword));
  first.child.kill('SIGINT');
  await first.ended;
  await everythingGone(repository, parts);

  chmodSync(secrets, 0o644);
  chmodSync(dirname(secrets), 0o755);
  const second = start(t, repository);
  await second.ready();
  assert.equal(statSync(secrets).mode & 0o777, 0o600);
  assert.equal(statSync(dirname(secrets)).mode & 0o777, 0o700);
  assert.doesNotMatch(second.said, new RegExp(bootstrapAdminPassword));
  second.child.kill('SIGTERM');
  await second.ended;
});

test('after kill -9 of the launcher a new start takes over what it left', async (t) => {
  const repository = await miniatureRepository(t);
  const first = start(t, repository);
  await first.ready();
  const parts = partsOf(repository);
  first.child.kill('SIGKILL');
  await first.ended;
  assert.ok(identityOf(parts.postgres), 'PostgreSQL outlives a launcher that had no chance to stop it');

  const second = start(t, repository);
  await second.ready();
  assert.ok(!identityOf(parts.postgres) && !identityOf(parts.api) && !identityOf(parts.emulators));
  const now = partsOf(repository);
  second.child.kill('SIGINT');
  await second.ended;
  await everythingGone(repository, now);
});

test('a second start beside a running one is rejected, and harms nothing', async (t) => {
  const repository = await miniatureRepository(t);
  const first = start(t, repository);
  await first.ready();
  const second = start(t, repository);
  const [code] = await second.ended;
  assert.equal(code, 1);
  assert.match(
    second.said,
    new RegExp(`already runs .*process ${first.child.pid}, http://localhost:${repository.port('PORT')}`),
  );
  assert.ok(await answers(`http://127.0.0.1:${repository.port('PORT')}/`, 200));
  first.child.kill('SIGINT');
  await first.ended;
});

test('a part that dies is started again, and said so', async (t) => {
  const repository = await miniatureRepository(t);
  const run = start(t, repository);
  await run.ready();
  const { api, redis } = partsOf(repository);
  process.kill(api, 'SIGKILL');
  process.kill(redis, 'SIGKILL');
  await until(() => /api runs again/.test(run.said) && /redis runs again/.test(run.said), {
    what: 'both parts running again',
  });
  assert.match(run.said, /api ended by itself \(killed by SIGKILL\)/);
  assert.ok(await answers(`http://127.0.0.1:${repository.port('PORT')}/`, 200));
  run.child.kill('SIGINT');
  await run.ended;
});

test('a port in use is named, with who holds it and which setting moves it', async (t) => {
  const repository = await miniatureRepository(t);
  const holder = createServer().listen(repository.port('MAILBOX_PORT'), '127.0.0.1');
  await once(holder, 'listening');
  t.after(() => holder.close());
  const run = start(t, repository);
  const [code] = await run.ended;
  assert.equal(code, 1);
  assert.match(
    run.said,
    new RegExp(
      `Port ${repository.port('MAILBOX_PORT')}, needed for the mailbox page, is in use by .*process ${process.pid}`,
    ),
  );
  assert.match(run.said, /MAILBOX_PORT=\d+ npm start/);
});

test('a number of workers that is none is rejected in a sentence', async (t) => {
  const repository = await miniatureRepository(t);
  const run = start(t, repository, { WORKERS: 'many' });
  const [code] = await run.ended;
  assert.equal(code, 1);
  assert.match(run.said, /WORKERS is "many", which is no number of workers from 1 to 32/);
});

test('a part that is given is used instead of the embedded one, with as many workers as asked for', async (t) => {
  const repository = await miniatureRepository(t);
  const run = start(t, repository, {
    DATABASE_URL: 'postgresql://elsewhere/product',
    REDIS_URL: 'redis://elsewhere',
    SMTP_URL: 'smtp://elsewhere',
    WORKERS: '2',
  });
  await run.ready();
  assert.deepEqual(Object.keys(partsOf(repository)).toSorted(), [
    'api',
    'emulators',
    'launcher',
    'worker',
    'worker-2',
  ]);
  run.child.kill('SIGINT');
  await run.ended;
});

test('a command that was handed over counts from when it was typed, and what it starts from its own beginning', () => {
  const script = `const { commandStartedAt } = await import('${new URL('../machine/runtime.mjs', import.meta.url)}');
    console.log(JSON.stringify([commandStartedAt, process.env.COMMAND_STARTED_AT ?? null]));`;
  const run = (environment) =>
    JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '-e', script], {
        env: { ...process.env, ...environment },
        encoding: 'utf8',
      }),
    );
  assert.deepEqual(run({ COMMAND_STARTED_AT: '1700000000000' }), [1_700_000_000_000, null]);
  assert.ok(Math.abs(run({})[0] - Date.now()) < 10_000);
});
