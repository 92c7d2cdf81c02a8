import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { isolatedSettings } from '../../stack/machine/settings.mjs';
import { getStatus, isRunning, miniatureRepository } from './temporary.mjs';

async function startTestStack(t) {
  const repository = await miniatureRepository(t);
  const load = (name) => import(pathToFileURL(join(repository.folder, 'stack', name)).href);
  const { startStack } = await load('stack.mjs');
  const { serveControls } = await load('controls.mjs');
  const { readSettings } = await load('machine/settings.mjs');
  const stack = await startStack({
    settings: readSettings(repository.environment),
    workers: 2,
    durable: false,
  });
  const controls = await serveControls(stack);
  t.after(async () => {
    await controls.close();
    await stack.close();
  });
  const post = async (path) => {
    const response = await fetch(`${controls.url}${path}`, { method: 'POST' });
    return { status: response.status, ...(await response.json()) };
  };
  return { repository, stack, controls, post };
}

test('any service can be killed, stopped and started over HTTP', async (t) => {
  const { repository, controls, post } = await startTestStack(t);
  const { services } = await (await fetch(controls.url)).json();
  assert.deepEqual(Object.keys(services).toSorted(), [
    'api',
    'emulators',
    'postgres',
    'redis',
    'worker',
    'worker-2',
  ]);

  const killed = await post('/kill/worker');
  assert.equal(killed.services.worker, null);
  assert.ok(!isRunning(services.worker) && isRunning(services['worker-2']));
  const restarted = await post('/start/worker');
  assert.ok(isRunning(restarted.services.worker) && restarted.services.worker !== services.worker);

  assert.equal((await post('/stop/redis')).services.redis, null);
  assert.ok(isRunning((await post('/start/redis')).services.redis));

  assert.equal((await post('/kill/api')).services.api, null);
  await post('/start/api');
  assert.equal(await getStatus(repository.port('PORT')), 200, 'ready when the call returns');

  assert.ok(isRunning((await post('/start/worker-3')).services['worker-3']), 'another worker can be added');
  assert.equal((await post('/kill/unknown')).status, 404);
});

test('isolated settings ignore the environment of the caller', (t) => {
  process.env.DATABASE_URL = 'postgresql://production/';
  process.env.AUTH_ANYTHING_CLIENT_ID = 'mine';
  t.after(() => {
    delete process.env.DATABASE_URL;
    delete process.env.AUTH_ANYTHING_CLIENT_ID;
  });
  const { env } = isolatedSettings({ PORT: '3999' });
  assert.equal(env.DATABASE_URL, undefined);
  assert.equal(env.AUTH_ANYTHING_CLIENT_ID, undefined);
  assert.equal(env.PORT, '3999');
  assert.equal(env.PATH, process.env.PATH);
});
