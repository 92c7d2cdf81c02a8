// Runs a module from its TypeScript sources and restarts it when one changes: `node run-watched.mjs <module> <watched folder>…`. For a
// fast restart, a spare process has already loaded the packages that the module imports, and the old process stops meanwhile.
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

function startSpare(packages) {
  const preload = packages.map((url) => `--import=${url}`);
  return fork(new URL('watched-process.mjs', import.meta.url), { execArgv: [...FLAGS, ...preload] });
}

function run() {
  current?.kill('SIGINT');
  const child = spare ?? startSpare([]);
  [current, spare] = [child, undefined];
  child.send(resolve(entry));
  child.once('message', (packages) => {
    if (child === current) spare = startSpare(packages);
  });
}

const timer = setTimeout(run, DEBOUNCE_MS);
for (const folder of folders) watch(folder, { recursive: true }, () => timer.refresh());

async function stop() {
  spare?.kill('SIGKILL');
  current?.kill('SIGINT');
  if (current?.exitCode === null && current.signalCode === null) await once(current, 'exit');
  process.exit();
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
