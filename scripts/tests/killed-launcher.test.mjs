import assert from 'node:assert/strict';
import test from 'node:test';
import { assertAllStopped, start } from './launched.mjs';
import { findServices, isRunning, miniatureRepository } from './temporary.mjs';

test('a launcher that was killed leaves nothing running, and the next start waits until it has ended', async (t) => {
  const repository = await miniatureRepository(t);
  const first = start(t, repository);
  await first.ready();
  const services = findServices(first.child.pid);
  assert.ok(services.postgres && services.redis && services.api && services.watchdog);
  first.child.kill('SIGKILL');
  await first.ended;
  const second = start(t, repository);
  await second.ready();
  assert.deepEqual(Object.values(services).filter(isRunning), []);
  const now = findServices(second.child.pid);
  second.child.kill('SIGKILL');
  await second.ended;
  await assertAllStopped(repository, now);
});
