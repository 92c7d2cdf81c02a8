import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { identityOf } from '../../scripts/machine/processes.mjs';
import { isolatedSettings } from '../../scripts/machine/settings.mjs';
import { until } from '../../scripts/machine/wait.mjs';
import { freePortSettings } from './bench-environment.mjs';

const NEVER_MS = 600_000;
const running = new Set();

/**
 * Runs `npm start` in a folder until it says that it is ready, and stops it again. Gives the seconds it took and what it said
 * of its steps. `environment` is added to one that owes nothing to the settings of the person who runs us.
 */
export async function timeNpmStart(folder, environment) {
  const began = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...isolatedSettings(unset(folder)).env, ...(await freePortSettings()), ...environment },
  });
  running.add(child);
  let said = '';
  const ready = Promise.withResolvers();
  const hear = (bytes) => {
    said += bytes;
    if (/^Ready after/m.test(said)) ready.resolve();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  child.once('error', ready.reject);
  child.once('exit', () => ready.reject(new Error(`npm start ended:\n${said.slice(-2000)}`)));
  const limit = setTimeout(
    () => ready.reject(new Error(`npm start was not ready:\n${said.slice(-2000)}`)),
    NEVER_MS,
  );
  try {
    await ready.promise;
    return { seconds: (performance.now() - began) / 1000, steps: stepsIn(said) };
  } finally {
    clearTimeout(limit);
    await stop(child);
  }
}

/** Empties what a `.env` in that folder would set, so that no real database or provider is ever measured. */
function unset(folder) {
  const file = join(folder, '.env');
  if (!existsSync(file)) return {};
  return Object.fromEntries(Object.keys(parseEnv(readFileSync(file, 'utf8'))).map((name) => [name, '']));
}

function stepsIn(said) {
  return [...said.matchAll(/^✓ (.+?) {2}([\d.]+ (?:s|min.*))$/gm)].map(
    ([, title, took]) => `${title} ${took}`,
  );
}

/** As Ctrl-C in a terminal does: the whole group is told, and the launcher ends its services in order. */
async function stop(child) {
  const { pid } = child;
  const members = () => identityOf(pid);
  if (members()) process.kill(-pid, 'SIGINT');
  await until(() => !members(), { what: 'npm start ending', timeoutMs: 60_000 });
  running.delete(child);
}

/** Ends whatever of it still runs. */
export function stopStartedApps() {
  for (const { pid } of running) {
    try {
      process.kill(-pid, 'SIGINT');
    } catch {
      running.clear();
    }
  }
}
