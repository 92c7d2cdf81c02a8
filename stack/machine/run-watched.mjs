// Runs a module from its TypeScript sources and restarts it when one changes: `node run-watched.mjs <module> <watched folder>…`. For a
// fast restart, a spare process has already loaded the packages that the module imports.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { resolve } from 'node:path';

const DEBOUNCE_MS = 50;
/** Few garbage collections make a faster start. */
const FLAGS = ['--min-semi-space-size=32', '--max-semi-space-size=32'];

const [entry, ...folders] = process.argv.slice(2);
let current;
let spare = startSpare([]);
/** Set while the current process stops. Resolves once it has exited. */
let stopping;
let closing = false;

function startSpare(packages) {
  const preload = packages.map((url) => `--import=${url}`);
  return fork(new URL('watched-process.mjs', import.meta.url), { execArgv: [...FLAGS, ...preload] });
}

function run() {
  const child = spare ?? startSpare([]);
  [current, spare] = [child, undefined];
  child.send(resolve(entry));
  child.once('message', (packages) => {
    if (child === current) spare = startSpare(packages);
  });
}

async function stopCurrent() {
  if (!current || current.exitCode !== null || current.signalCode !== null) return;
  const exited = once(current, 'exit');
  current.kill('SIGINT');
  await exited;
}

/** The next process needs the same port, so it starts once the current one has exited. */
async function restart() {
  if (stopping) return;
  stopping = stopCurrent();
  await stopping;
  if (closing) return;
  stopping = undefined;
  run();
}

const timer = setTimeout(restart, DEBOUNCE_MS);
for (const folder of folders) watch(folder, { recursive: true }, () => timer.refresh());

async function close() {
  closing = true;
  spare?.kill('SIGKILL');
  await (stopping ?? stopCurrent());
  process.exit();
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, close);
