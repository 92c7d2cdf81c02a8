import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isFree } from '../../stack/machine/ports.mjs';
import { node } from '../../stack/machine/runtime.mjs';
import { until } from '../../stack/machine/wait.mjs';
import { processes } from './temporary.mjs';

/** Starts the launcher of a miniature repository, until the test ends at the latest. */
export function start(t, repository, extra = {}) {
  const child = spawn(node, [repository.entry], {
    cwd: repository.folder,
    env: { ...repository.environment, ...extra },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const run = { child, output: '', ended: once(child, 'exit') };
  t.after(() => {
    child.kill('SIGTERM');
    return run.ended;
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (run.output += bytes));
  run.ready = () =>
    until(() => run.output.includes('Press Ctrl-C to stop'), {
      what: 'the launcher to be ready',
      timeoutMs: 60_000,
      unless: () => child.exitCode !== null && new Error(`it exited:\n${run.output}`),
    });
  return run;
}

/** That these processes end and the ports are free again. */
export async function assertAllStopped(repository, pids) {
  const allExited = () => processes().every(({ pid }) => !Object.values(pids).includes(pid));
  await until(allExited, { what: 'every service to exit', timeoutMs: 20_000 });
  for (const setting of ['PORT', 'EMBEDDED_POSTGRES_PORT', 'EMBEDDED_REDIS_PORT', 'MAILBOX_PORT']) {
    assert.ok(await isFree(repository.port(setting)), `${setting} is free again`);
  }
}
