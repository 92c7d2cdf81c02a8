import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { writeLog } from './service-log.mjs';
import { stopProcess, send, writePidFile } from './processes.mjs';
import { UserError } from './user-error.mjs';

/**
 * Starts a long-running service in its own session, so that Ctrl-C in the terminal reaches only the launcher, which stops services in
 * order. Output is appended to `logFile`, which is rotated; `onLine` gets each line of it. A Node service with `exitsWithParent` exits when the launcher is killed.
 */
export function runService({
  name,
  command,
  args,
  env,
  cwd,
  logFile,
  pidFile,
  uid,
  gid,
  exitsWithParent = false,
  stopSignal = 'SIGTERM',
  logLimits,
  onLine,
}) {
  const child = spawn(
    command,
    exitsWithParent ? ['--import', new URL('end-with-parent.mjs', import.meta.url).href, ...args] : args,
    {
      cwd,
      env,
      uid,
      gid,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', ...(exitsWithParent ? ['ipc'] : [])],
    },
  );
  const log = writeLog(logFile, [child.stdout, child.stderr], logLimits);
  if (onLine) for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', onLine);
  const service = { name, pid: child.pid, outcome: undefined, logFile };
  service.exited = new Promise((resolve) => {
    const ended = async (outcome) => {
      await log.ended();
      if (service.outcome) return;
      service.outcome = outcome;
      rmSync(pidFile, { force: true });
      resolve(outcome);
    };
    child.once('error', (error) => ended({ code: null, signal: null, error }));
    child.once('exit', (code, signal) => ended({ code, signal }));
  });
  if (child.pid) writePidFile(pidFile, child.pid, { name });
  service.failure = () =>
    service.outcome &&
    new UserError(
      `${name} exited (${describeOutcome(service.outcome)}):\n${log.lastLines()}`,
      `fix the cause shown above; the full log is in ${logFile}`,
    );
  service.lastLines = log.lastLines;
  service.stop = async (graceMs = 15_000) => {
    if (!service.outcome) await stopProcess(child.pid, { signal: stopSignal, graceMs });
    await service.exited;
  };
  service.kill = async () => {
    if (!service.outcome) send(child.pid, 'SIGKILL');
    await service.exited;
  };
  return service;
}

/** `exit code 1`, `killed by SIGKILL`, or why it couldn't be started. */
export function describeOutcome({ code, signal, error }) {
  if (error) return error.message;
  return signal ? `killed by ${signal}` : `exit code ${code}`;
}
