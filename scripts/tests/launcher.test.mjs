import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import test, { after } from 'node:test';
import { isFree } from '../../stack/machine/ports.mjs';
import { ports } from '../../stack/machine/settings.mjs';
import { until } from '../../stack/machine/wait.mjs';
import { assertAllStopped, start } from './launched.mjs';
import { isRunning, miniatureRepository, findServices, getStatus } from './temporary.mjs';

/** For tests that leave it stopped. Creating its database takes most of the time of a first start. */
const shared = await miniatureRepository({ after });

test('leaves nothing running after Ctrl-C, and shows the password once', async (t) => {
  const repository = await miniatureRepository(t);
  const first = start(t, repository);
  await first.ready();
  const services = findServices(first.child.pid);
  assert.deepEqual(Object.keys(services).toSorted(), [
    'api',
    'emulators',
    'postgres',
    'redis',
    'watchdog',
    'worker',
  ]);
  const secrets = join(repository.folder, '.data', 'secrets.json');
  assert.equal(statSync(secrets).mode & 0o777, 0o600, 'secrets are private');
  assert.equal(statSync(dirname(secrets)).mode & 0o777, 0o700, 'so is the folder');
  for (const name of ['api', 'emulators', 'worker'])
    assert.doesNotMatch(
      readFileSync(`/proc/${services[name]}/environ`, 'utf8'),
      /BOOTSTRAP/,
      `${name} doesn't get the initial administrator`,
    );
  const { bootstrapAdminPassword } = JSON.parse(readFileSync(secrets, 'utf8'));
  assert.match(first.output, new RegExp(bootstrapAdminPassword));
  first.child.kill('SIGINT');
  await first.ended;
  await assertAllStopped(repository, services);

  chmodSync(secrets, 0o644);
  chmodSync(dirname(secrets), 0o755);
  const second = start(t, repository);
  await second.ready();
  assert.equal(statSync(secrets).mode & 0o777, 0o600);
  assert.equal(statSync(dirname(secrets)).mode & 0o777, 0o700);
  assert.doesNotMatch(second.output, new RegExp(bootstrapAdminPassword));
  second.child.kill('SIGTERM');
  await second.ended;
});

test('rejects a second start without affecting the first, and restarts a service that dies', async (t) => {
  const repository = shared;
  const first = start(t, repository);
  await first.ready();
  const second = start(t, repository);
  const [code] = await second.ended;
  assert.equal(code, 1);
  assert.match(
    second.output,
    new RegExp(`Already running .*process ${first.child.pid}, http://localhost:${repository.port('PORT')}`),
  );
  assert.equal(await getStatus(repository.port('PORT')), 200);

  const { api, redis } = findServices(first.child.pid);
  process.kill(api, 'SIGKILL');
  process.kill(redis, 'SIGKILL');
  const reports = [/api is running again/, /redis is running again/];
  await until(() => reports.every((report) => report.test(first.output)), {
    what: 'both services to be running again',
  });
  assert.match(first.output, /api exited unexpectedly \(killed by SIGKILL\)/);
  assert.equal(await getStatus(repository.port('PORT')), 200);
  first.child.kill('SIGINT');
  await first.ended;
});

test('another PORT starts a second copy with data and ports of its own', async (t) => {
  const repository = shared;
  const first = start(t, repository);
  await first.ready();
  const before = findServices(first.child.pid);
  const distance = await freeDistance(repository);
  const port = (setting) => repository.port(setting) + distance;
  const second = start(t, repository, { PORT: String(port('PORT')) });
  await second.ready();
  assert.match(second.output, new RegExp(`Site +http://localhost:${port('PORT')}\n`));
  for (const setting of ['PORT', 'WORKER_PORT', 'MAILBOX_PORT', 'EMULATOR_APP_PORT'])
    assert.equal(await getStatus(port(setting)), 200, setting);
  const services = findServices(second.child.pid);
  assert.deepEqual(Object.keys(services).toSorted(), Object.keys(before).toSorted());
  second.child.kill('SIGINT');
  await second.ended;
  await until(() => !Object.values(services).some(isRunning), { what: 'the second copy to stop' });
  assert.deepEqual(findServices(first.child.pid), before, 'the first copy is still running');
  assert.equal(await getStatus(repository.port('PORT')), 200);
  first.child.kill('SIGINT');
  await first.ended;
});

/** How far the repository's ports can be moved so that all of them are free. */
async function freeDistance(repository) {
  for (let distance = 1; ; distance++) {
    const moved = Object.keys(ports).map((setting) => repository.port(setting) + distance);
    if ((await Promise.all(moved.map((port) => isFree(port)))).every(Boolean)) return distance;
  }
}

test('reports a port in use, its process, and the setting to change', async (t) => {
  const repository = shared;
  const holder = createServer().listen(repository.port('MAILBOX_PORT'), '127.0.0.1');
  await once(holder, 'listening');
  t.after(() => holder.close());
  const run = start(t, repository);
  const [code] = await run.ended;
  assert.equal(code, 1);
  assert.match(
    run.output,
    new RegExp(
      `Port ${repository.port('MAILBOX_PORT')}, needed for the mailbox page, is in use by .*process ${process.pid}`,
    ),
  );
  assert.match(run.output, /MAILBOX_PORT=\d+ npm start/);
});

test('rejects an invalid number of workers', async (t) => {
  const repository = shared;
  const run = start(t, repository, { WORKERS: 'many' });
  const [code] = await run.ended;
  assert.equal(code, 1);
  assert.match(run.output, /WORKERS is "many"; it must be a number from 1 to 32/);
});

test('uses configured services instead of embedded ones, and runs the configured number of workers', async (t) => {
  const repository = await miniatureRepository(t);
  const run = start(t, repository, {
    DATABASE_URL: 'postgresql://db.example.com/product',
    REDIS_URL: 'redis://redis.example.com',
    SMTP_URL: 'smtp://smtp.example.com',
    WORKERS: '2',
  });
  await run.ready();
  assert.deepEqual(Object.keys(findServices(run.child.pid)).toSorted(), [
    'api',
    'emulators',
    'watchdog',
    'worker',
    'worker-2',
  ]);
  run.child.kill('SIGINT');
  await run.ended;
});
