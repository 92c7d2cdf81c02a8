import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { parseEnv } from 'node:util';
import { freePortSettings, isFree } from '../../stack/machine/ports.mjs';
import { node, root } from '../../stack/machine/runtime.mjs';
import { isolatedSettings } from '../../stack/machine/settings.mjs';
import { responds, until } from '../../stack/machine/wait.mjs';
import { isRunning, processes, servicesOf, temporaryFolder } from './temporary.mjs';

const LIMIT = { timeoutMs: 120_000 };

async function startDev(t) {
  const assigned = await freePortSettings();
  const dataDir = temporaryFolder(t);
  // No real service that `.env` may name.
  const file = join(root, '.env');
  const cleared = existsSync(file)
    ? Object.keys(parseEnv(readFileSync(file, 'utf8'))).map((name) => [name, ''])
    : [];
  const { env } = isolatedSettings({ ...Object.fromEntries(cleared), ...assigned, DATA_DIR: dataDir });
  const child = spawn(node, [join(root, 'scripts', 'dev.mjs')], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const run = {
    child,
    ended,
    output: '',
    port: Number(assigned.PORT),
    site: `http://127.0.0.1:${assigned.PORT}`,
  };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (run.output += bytes));
  t.after(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  /** The process that Node's watcher runs for a service. */
  run.processOf = (service) => {
    const watcher = servicesOf(child.pid)[service];
    return processes().find(({ parent }) => watcher && parent === watcher)?.pid;
  };
  await until(() => run.output.includes('Press Ctrl-C to stop'), {
    ...LIMIT,
    what: 'the product to be ready',
    unless: () => child.exitCode !== null && new Error(`it exited:\n${run.output}`),
  });
  return run;
}

/** Marks a source as changed. Its content stays the same. */
function touch(path) {
  const now = new Date();
  utimesSync(join(root, path), now, now);
}

/** Updates that Vite sends to an open page. */
async function pageUpdates(t, site) {
  const client = await (await fetch(`${site}/@vite/client`)).text();
  const token = /wsToken = "([^"]+)"/.exec(client)[1];
  const socket = new WebSocket(`${site.replace('http', 'ws')}/?token=${token}`, 'vite-hmr');
  t.after(() => socket.close());
  const received = [];
  socket.addEventListener('message', ({ data }) => received.push(JSON.parse(data)));
  await until(() => received.some(({ type }) => type === 'connected'), {
    ...LIMIT,
    what: 'the connection to Vite',
  });
  return received;
}

test('development: processes restart and pages update when a source changes, and Ctrl-C ends everything', async (t) => {
  const run = await startDev(t);
  const before = { api: run.processOf('api'), worker: run.processOf('worker') };
  assert.ok(before.api && before.worker);
  for (const label of ['api', 'worker', 'site']) {
    const line = new RegExp(`^${label} +\\| `, 'm');
    await until(() => line.test(run.output), { ...LIMIT, what: `a line of ${label}` });
  }

  touch('backend/src/main.ts');
  for (const service of ['api', 'worker']) {
    await until(() => run.processOf(service) && run.processOf(service) !== before[service], {
      ...LIMIT,
      what: `a new ${service} process`,
    });
  }
  await until(() => responds(`${run.site}/api/health/ready`, 200), {
    ...LIMIT,
    what: 'the API behind the site',
  });
  const restarted = run.processOf('api');
  touch('shared/src/plans.ts');
  await until(() => run.processOf('api') && run.processOf('api') !== restarted, {
    ...LIMIT,
    what: 'a new API process after a change in shared',
  });

  const updates = await pageUpdates(t, run.site);
  await (await fetch(`${run.site}/src/main.tsx`)).text();
  touch('frontend/src/main.tsx');
  await until(() => updates.some(({ type }) => type === 'update' || type === 'full-reload'), {
    ...LIMIT,
    what: 'Vite to update the page',
  });

  const pids = ['api', 'worker'].map((name) => run.processOf(name));
  run.child.kill('SIGINT');
  const [code] = await run.ended;
  assert.equal(code, 0);
  assert.deepEqual(pids.filter(isRunning), []);
  assert.ok(await isFree(run.port));
});
