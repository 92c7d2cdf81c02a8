import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { freePortSettings } from '../../stack/machine/ports.mjs';
import { isolatedSettings } from '../../stack/machine/settings.mjs';
import { until } from '../../stack/machine/wait.mjs';

const TIMEOUT_MS = 600_000;
const running = new Set();

/**
 * Runs `npm start` in a folder until it is ready, then stops it. Returns the seconds it took and the duration of its steps.
 * `environment` is added to one that is independent of the caller's settings.
 */
export async function timeNpmStart(folder, environment) {
  const started = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...isolatedSettings(clearedSettings(folder)).env, ...(await freePortSettings()), ...environment },
  });
  running.add(child);
  let output = '';
  const ready = Promise.withResolvers();
  const collect = (bytes) => {
    output += bytes;
    if (/^Ready after/m.test(output)) ready.resolve();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  child.once('error', ready.reject);
  child.once('exit', () => ready.reject(new Error(`npm start exited:\n${output.slice(-2000)}`)));
  const limit = setTimeout(
    () => ready.reject(new Error(`npm start was not ready:\n${output.slice(-2000)}`)),
    TIMEOUT_MS,
  );
  try {
    await ready.promise;
    return { seconds: (performance.now() - started) / 1000, steps: stepsIn(output) };
  } finally {
    clearTimeout(limit);
    await stop(child);
  }
}

/** Clears everything a `.env` in that folder would set, so that no real database or provider is ever used. */
function clearedSettings(folder) {
  const file = join(folder, '.env');
  if (!existsSync(file)) return {};
  return Object.fromEntries(Object.keys(parseEnv(readFileSync(file, 'utf8'))).map((name) => [name, '']));
}

function stepsIn(output) {
  return [...output.matchAll(/^✓ (.+?) {2}([\d.]+ (?:s|min.*))$/gm)].map(
    ([, title, took]) => `${title} ${took}`,
  );
}

/** Like Ctrl-C in a terminal: signals the whole process group, and the launcher stops its services in order. */
async function stop(child) {
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  if (isRunning()) process.kill(-child.pid, 'SIGINT');
  await until(() => !isRunning(), { what: 'npm start to exit', timeoutMs: 60_000 });
  running.delete(child);
}

/** Stops all that are still running. */
export function stopStartedApps() {
  for (const { pid } of running) {
    try {
      process.kill(-pid, 'SIGINT');
    } catch {
      running.clear();
    }
  }
}
