import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandOf, identityOf, parentOf, readLivePidFile, writePidFile } from './processes.mjs';
import { UserError } from './user-error.mjs';
import { until } from './wait.mjs';

/**
 * Makes this process the only launcher for a data folder. Waits for a launcher that is stopping or whose npm is gone; throws for any
 * other. Returns what to call when stopping and at exit.
 */
export async function acquireLauncherLock(dataDir, address) {
  const file = join(dataDir, 'launcher.pid');
  const other = readLivePidFile(file);
  if (other && other.pid !== process.pid) {
    const isEnding = () =>
      !readLivePidFile(file) || readLivePidFile(file).stopping || isAbandoned(other.startedBy);
    await until(isEnding, { what: 'the other launcher to exit', timeoutMs: 1_500 }).catch(() => {
      throw new UserError(
        `Already running in ${dataDir} (process ${other.pid}, ${other.address}).`,
        `use that one, or stop it with Ctrl-C in its terminal or "kill ${other.pid}". To run a second copy, set another port: PORT=4000 npm start.`,
      );
    });
    await until(() => !readLivePidFile(file), {
      what: `the earlier run (process ${other.pid}) to stop`,
      timeoutMs: 40_000,
    });
  }
  const startedBy = npmAncestors();
  writePidFile(file, process.pid, { address, startedBy });
  return {
    startedBy,
    markStopping() {
      writePidFile(file, process.pid, { address, startedBy, stopping: true });
    },
    release() {
      rmSync(file, { force: true });
    },
  };
}

/** True if any of the processes that started us has exited. */
export function isAbandoned(startedBy = []) {
  return startedBy.some(({ pid, identity }) => identityOf(pid) !== identity);
}

/** The npm process that runs us and any shell in between; empty if started directly. */
function npmAncestors() {
  if (!process.env.npm_lifecycle_event) return [];
  const chain = [];
  for (let pid = process.ppid; pid > 1 && chain.length < 4; pid = parentOf(pid)) {
    const command = commandOf(pid);
    chain.push({ pid, identity: identityOf(pid) });
    if (/^npm |npm-cli|\/npm(\s|$)/.test(command)) return chain;
  }
  return [];
}
