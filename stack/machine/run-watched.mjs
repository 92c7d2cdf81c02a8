// Runs a module from its TypeScript sources and restarts it when one changes: `node run-watched.mjs <module> <watched folder>…`. For a
// fast restart, a spare process has already loaded the packages that the module imports, and the old process stops meanwhile.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';

const DEBOUNCE_MS = 50;
/** Few garbage collections make a faster start. */
const FLAGS = ['--min-semi-space-size=32', '--max-semi-space-size=32'];

const [entry, ...folders] = process.argv.slice(2);
let packages = [];
let spare = startSpare();
let current = spare;
let changed;

function startSpare() {
  const child = fork(new URL('watched-process.mjs', import.meta.url), { execArgv: FLAGS });
  child.send({ packages });
  return child;
}

function run() {
  const child = spare ?? startSpare();
  [current, spare] = [child, undefined];
  child.send({ entry });
  child.once('message', (loaded) => {
    if (child !== current) return;
    packages = loaded;
    spare = startSpare();
  });
}

function restart() {
  current.kill('SIGINT');
  run();
}

async function stop() {
  spare?.kill('SIGKILL');
  current.kill('SIGINT');
  if (current.exitCode === null && current.signalCode === null) await once(current, 'exit');
  process.exit();
}

for (const folder of folders) {
  watch(folder, { recursive: true }, () => {
    clearTimeout(changed);
    changed = setTimeout(restart, DEBOUNCE_MS);
  });
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
run();
