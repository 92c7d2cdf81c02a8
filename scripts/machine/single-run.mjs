import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandOf, identityOf, parentOf, readLivePidFile, writePidFile } from './processes.mjs';
import { Refusal } from './refusal.mjs';
import { until } from './wait.mjs';

/**
 * Makes this process the only launcher on a data folder. A launcher that is about to end (it is stopping, or the npm
 * that started it is gone) is waited for; any other is a reason to reject. Answers what to call while stopping and at the end.
 */
export async function becomeOnlyLauncher(dataDir, address) {
  const file = join(dataDir, 'launcher.pid');
  const other = readLivePidFile(file);
  if (other && other.pid !== process.pid) {
    const isEnding = () =>
      !readLivePidFile(file) || readLivePidFile(file).stopping || isAbandoned(other.startedBy);
    await until(isEnding, { what: 'ending', timeoutMs: 1_500 }).catch(() => {
      throw new Refusal(
        `It already runs on ${dataDir} (process ${other.pid}, ${other.address}).`,
        `use that one, or stop it with Ctrl-C in its terminal or "kill ${other.pid}". For a second one beside it set DATA_DIR and the ports.`,
      );
    });
    await until(() => !readLivePidFile(file), {
      what: `the earlier run (process ${other.pid}) stopping`,
      timeoutMs: 40_000,
    });
  }
  const startedBy = npmAbove();
  writePidFile(file, process.pid, { address, startedBy });
  return {
    startedBy,
    stopping() {
      writePidFile(file, process.pid, { address, startedBy, stopping: true });
    },
    release() {
      rmSync(file, { force: true });
    },
  };
}

/** Whether any of the processes that started us is gone. */
export function isAbandoned(startedBy = []) {
  return startedBy.some(({ pid, identity }) => identityOf(pid) !== identity);
}

/** The npm that runs us (with the shell in between, if there is one); nothing when started directly. */
function npmAbove() {
  if (!process.env.npm_lifecycle_event) return [];
  const chain = [];
  for (let pid = process.ppid; pid > 1 && chain.length < 4; pid = parentOf(pid)) {
    const command = commandOf(pid);
    chain.push({ pid, identity: identityOf(pid) });
    if (/^npm |npm-cli|\/npm(\s|$)/.test(command)) return chain;
  }
  return [];
}
