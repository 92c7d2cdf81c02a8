import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { identityOf } from '../machine/processes.mjs';
import { answers } from '../machine/wait.mjs';
import { miniatureRepository } from './temporary.mjs';

async function running(t) {
  const repository = await miniatureRepository(t);
  const load = (name) => import(pathToFileURL(join(repository.folder, 'scripts', name)).href);
  const { startStack } = await load('stack.mjs');
  const { serveControls } = await load('stack/controls.mjs');
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

test('a journey can kill, stop and start any part from outside', async (t) => {
  const { repository, controls, post } = await running(t);
  const { parts } = await (await fetch(controls.url)).json();
  assert.deepEqual(Object.keys(parts).toSorted(), [
    'api',
    'emulators',
    'postgres',
    'redis',
    'worker',
    'worker-2',
  ]);

  const killed = await post('/kill/worker');
  assert.equal(killed.parts.worker, null);
  assert.ok(!identityOf(parts.worker) && identityOf(parts['worker-2']));
  const again = await post('/start/worker');
  assert.ok(identityOf(again.parts.worker) && again.parts.worker !== parts.worker);

  assert.equal((await post('/stop/redis')).parts.redis, null);
  assert.ok(identityOf((await post('/start/redis')).parts.redis));

  assert.equal((await post('/kill/api')).parts.api, null);
  await post('/start/api');
  assert.ok(
    await answers(`http://127.0.0.1:${repository.port('PORT')}/`, 200),
    'ready when the call answers',
  );

  assert.ok(
    identityOf((await post('/start/worker-3')).parts['worker-3']),
    'a further worker may be asked for',
  );
  assert.equal((await post('/kill/nobody')).status, 404);
});

test('what is measured or tested owes nothing to the settings of the person who runs it', async (t) => {
  const { isolatedSettings } = await import('../machine/settings.mjs');
  process.env.DATABASE_URL = 'postgresql://production/';
  process.env.AUTH_ANYTHING_CLIENT_ID = 'mine';
  t.after(() => {
    delete process.env.DATABASE_URL;
    delete process.env.AUTH_ANYTHING_CLIENT_ID;
  });
  const { given } = isolatedSettings({ PORT: '3999' });
  assert.equal(given.DATABASE_URL, undefined);
  assert.equal(given.AUTH_ANYTHING_CLIENT_ID, undefined);
  assert.equal(given.PORT, '3999');
  assert.equal(given.PATH, process.env.PATH);
});
