import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { parseEnv } from 'node:util';
import { freePortSettings, isFree } from '../../../stack/machine/ports.mjs';
import { node, root } from '../../../stack/machine/runtime.mjs';
import { isolatedSettings } from '../../../stack/machine/settings.mjs';
import { responds, until } from '../../../stack/machine/wait.mjs';
import { isRunning, processes, findServices, temporaryFolder } from '../temporary.mjs';

const LIMIT = { timeoutMs: 120_000 };
/** What a service logs once it has started. */
const STARTED = { api: /^api +\| .*listening/gm, worker: /^worker +\| .*worker started/gm };

async function startDev(t) {
  const assigned = await freePortSettings();
  const dataDir = temporaryFolder(t);
  // No real service that `.env` may name.
  const file = join(root, '.env');
  const cleared = existsSync(file)
    ? Object.keys(parseEnv(readFileSync(file, 'utf8'))).map((name) => [name, ''])
    : [];
  const { env } = isolatedSettings({ ...Object.fromEntries(cleared), ...assigned, DATA_DIR: dataDir });
  const child = spawn(node, [join(root, 'scripts', 'run.mjs'), 'dev'], {
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
  /** The processes that the watcher of a service runs: the current one and a spare. */
  run.findProcesses = (service) => {
    const watcher = findServices(child.pid)[service];
    return processes()
      .filter(({ parent }) => parent === watcher)
      .map(({ pid }) => pid);
  };
  /** How often the API or the worker has started. */
  run.countStarts = (service) => run.output.match(STARTED[service])?.length ?? 0;
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
  await until(() => /^site +\| /m.test(run.output), { ...LIMIT, what: 'a line of the site' });
  // Their lines may arrive after the product is ready.
  for (const service of ['api', 'worker'])
    await until(() => run.countStarts(service) > 0, { ...LIMIT, what: `the ${service} to start` });

  const restart = async (source) => {
    const before = { api: run.countStarts('api'), worker: run.countStarts('worker') };
    touch(source);
    for (const service of ['api', 'worker'])
      await until(() => run.countStarts(service) > before[service], {
        ...LIMIT,
        what: `the ${service} to restart after a change of ${source}`,
        unless: () => run.child.exitCode !== null && new Error(`npm run dev exited:\n${run.output}`),
      });
    await until(() => responds(`${run.site}/api/health/ready`, 200), {
      ...LIMIT,
      what: 'the API behind the site',
    });
  };
  await restart('backend/src/main.ts');
  await restart('shared/src/plans.ts');

  const updates = await pageUpdates(t, run.site);
  await (await fetch(`${run.site}/src/main.tsx`)).text();
  touch('frontend/src/main.tsx');
  await until(() => updates.some(({ type }) => type === 'update' || type === 'full-reload'), {
    ...LIMIT,
    what: 'Vite to update the page',
  });

  const pids = ['api', 'worker'].flatMap((name) => run.findProcesses(name));
  assert.ok(pids.length >= 2);
  run.child.kill('SIGINT');
  const [code] = await run.ended;
  assert.equal(code, 0);
  assert.deepEqual(pids.filter(isRunning), []);
  assert.ok(await isFree(run.port));
});
