import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { freePort } from '../../stack/machine/ports.mjs';
import { node, root } from '../../stack/machine/runtime.mjs';
import { until } from '../../stack/machine/wait.mjs';
import { temporaryFolder } from './temporary.mjs';

/** A server that finishes a request before it exits, as the API does, and jobs, as the worker does. */
const SERVER = `
  import { createServer } from 'node:http';
  createServer((_, response) => response.end(String(process.pid))).listen(Number(process.env.PORT), '127.0.0.1');
  process.on('SIGINT', () => setTimeout(() => process.exit(), 1000));
`;

test('a changed source starts a process although the one before it needs long to stop', async (t) => {
  const folder = temporaryFolder(t);
  const source = join(folder, 'source');
  const entry = join(source, 'server.mjs');
  mkdirSync(source);
  writeFileSync(entry, SERVER);
  const port = await freePort();
  const watcher = spawn(node, [join(root, 'stack/machine/run-watched.mjs'), entry, source], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  watcher.stderr.on('data', (bytes) => (errors += bytes));
  const exited = once(watcher, 'exit');
  t.after(async () => {
    watcher.kill();
    await exited;
  });
  const served = async () => (await fetch(`http://127.0.0.1:${port}`)).text();
  const first = await until(served, { what: 'the process to start' });

  // While it stops, too.
  for (const change of ['one', 'two']) writeFileSync(entry, `${SERVER} // ${change}`);

  await until(async () => (await served()) !== first, {
    what: 'another process after the change',
    unless: () => errors.includes('EADDRINUSE') && new Error(errors),
  });
  watcher.kill('SIGINT');
  assert.deepEqual(await exited, [0, null]);
  await assert.rejects(served);
});
