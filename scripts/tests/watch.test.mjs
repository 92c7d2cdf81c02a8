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

/** A server that needs a second to stop, like the API with a request in progress or the worker with a job. */
const serverSource = (text) => `
  import { createServer } from 'node:http';
  createServer((_, response) => response.end('${text}')).listen(Number(process.env.PORT), '127.0.0.1');
  process.on('SIGINT', () => {
    console.log('stopping');
    setTimeout(() => process.exit(), 1000);
  });
`;

test('restarts a process that stops slowly once it has exited, with the latest source', async (t) => {
  const folder = temporaryFolder(t);
  const source = join(folder, 'source');
  const entry = join(source, 'server.mjs');
  mkdirSync(source);
  const write = (text) => writeFileSync(entry, serverSource(text));
  write('first');
  const port = await freePort();
  const watcher = spawn(node, [join(root, 'stack/machine/run-watched.mjs'), entry, source], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [watcher.stdout, watcher.stderr]) stream.on('data', (bytes) => (output += bytes));
  const exited = once(watcher, 'exit');
  t.after(async () => {
    watcher.kill();
    await exited;
  });
  const read = async () => (await fetch(`http://127.0.0.1:${port}`)).text();
  const served = (text) =>
    until(async () => (await read()) === text, {
      what: `the ${text} version`,
      unless: () => output.includes('EADDRINUSE') && new Error(output),
    });
  await served('first');

  write('second');
  await until(() => output.includes('stopping'), { what: 'the first process to stop' });
  write('third');

  await served('third');
  watcher.kill('SIGINT');
  assert.deepEqual(await exited, [0, null]);
  await assert.rejects(read);
});
