import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { isFree } from '../machine/ports.mjs';
import { identityOf } from '../machine/processes.mjs';
import { node } from '../machine/runtime.mjs';
import { responds, until } from '../machine/wait.mjs';
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

function servicesOf(repository) {
  const dataDir = join(repository.folder, '.data');
  const files = readdirSync(dataDir).filter((name) => name.endsWith('.pid'));
  return Object.fromEntries(
    files.map((name) => [name.slice(0, -4), JSON.parse(readFileSync(join(dataDir, name), 'utf8')).pid]),
  );
}

async function everythingGone(repository, pids) {
  const gone = () => Object.values(pids).every((pid) => !identityOf(pid));
  await until(gone, { what: 'every service having ended', timeoutMs: 20_000 });
  for (const setting of ['PORT', 'EMBEDDED_POSTGRES_PORT', 'EMBEDDED_REDIS_PORT', 'MAILBOX_PORT']) {
    assert.ok(await isFree(repository.port(setting)), `${setting} is free again`);
  }
}

test('Ctrl-C leaves nothing running, and the password is shown once', async (t) => {
  const repository = await miniatureRepository(t);
  const first = start(t, repository);
  await first.ready();
  const services = servicesOf(repository);
  assert.deepEqual(Object.keys(services).toSorted(), [
    'api',
    'launcher',
    'postgres',
    'redis',
    'emulators',
    'worker',
  ]);
  const secrets = join(repository.folder, '.data', 'secrets.json');
  assert.equal(statSync(secrets).mode & 0o777, 0o600, 'secrets are for their owner only');
  assert.equal(statSync(dirname(secrets)).mode & 0o777, 0o700, 'so is the folder');
  for (const name of ['api', 'worker', 'emulators'])
    assert.doesNotMatch(
      readFileSync(`/proc/${services[name]}/environ`, 'utf8'),
      /BOOTSTRAP/,
      `${name} does not get it`,
    );
  const { bootstrapAdminPassword } = JSON.parse(readFileSync(secrets, 'utf8'));
  assert.match(first.said, new RegExp(bootstrapAdminPassword));
  first.child.kill('SIGINT');
  await first.ended;
  await everythingGone(repository, services);

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
  const services = servicesOf(repository);
  first.child.kill('SIGKILL');
  await first.ended;
  assert.ok(identityOf(services.postgres), 'PostgreSQL outlives a launcher that had no chance to stop it');

  const second = start(t, repository);
  await second.ready();
  assert.ok(!identityOf(services.postgres) && !identityOf(services.api) && !identityOf(services.emulators));
  const now = servicesOf(repository);
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
  assert.ok(await responds(`http://127.0.0.1:${repository.port('PORT')}/`, 200));
  first.child.kill('SIGINT');
  await first.ended;
});

test('a service that dies is started again, and said so', async (t) => {
  const repository = await miniatureRepository(t);
  const run = start(t, repository);
  await run.ready();
  const { api, redis } = servicesOf(repository);
  process.kill(api, 'SIGKILL');
  process.kill(redis, 'SIGKILL');
  await until(() => /api runs again/.test(run.said) && /redis runs again/.test(run.said), {
    what: 'both services running again',
  });
  assert.match(run.said, /api ended by itself \(killed by SIGKILL\)/);
  assert.ok(await responds(`http://127.0.0.1:${repository.port('PORT')}/`, 200));
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

test('a service that is given is used instead of the embedded one, with as many workers as asked for', async (t) => {
  const repository = await miniatureRepository(t);
  const run = start(t, repository, {
    DATABASE_URL: 'postgresql://elsewhere/product',
    REDIS_URL: 'redis://elsewhere',
    SMTP_URL: 'smtp://elsewhere',
    WORKERS: '2',
  });
  await run.ready();
  assert.deepEqual(Object.keys(servicesOf(repository)).toSorted(), [
    'api',
    'launcher',
    'emulators',
    'worker',
    'worker-2',
  ]);
  run.child.kill('SIGINT');
  await run.ended;
});
