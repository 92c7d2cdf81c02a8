import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { writeLog } from './part-log.mjs';
import { endProcess, send, writePidFile } from './processes.mjs';
import { Refusal } from './refusal.mjs';

/**
 * Starts a long-running part in its own session (so that Ctrl-C in the terminal reaches only us, and we end the parts
 * in order), with its output appended to `logFile`, which is rotated. A Node part (`ends: 'with-us'`) ends by itself when we are
 * killed.
 */
export function runPart({
  name,
  command,
  args,
  env,
  cwd,
  logFile,
  pidFile,
  uid,
  gid,
  ends,
  stopSignal = 'SIGTERM',
  logLimits,
}) {
  const withUs = ends === 'with-us';
  const child = spawn(
    command,
    withUs ? ['--import', new URL('end-with-parent.mjs', import.meta.url).href, ...args] : args,
    {
      cwd,
      env,
      uid,
      gid,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', ...(withUs ? ['ipc'] : [])],
    },
  );
  const log = writeLog(logFile, [child.stdout, child.stderr], logLimits);
  const part = { name, pid: child.pid, outcome: undefined, logFile };
  part.exited = new Promise((resolve) => {
    const ended = async (outcome) => {
      await log.ended();
      if (part.outcome) return;
      part.outcome = outcome;
      rmSync(pidFile, { force: true });
      resolve(outcome);
    };
    child.once('error', (error) => ended({ code: null, signal: null, error }));
    child.once('exit', (code, signal) => ended({ code, signal }));
  });
  if (child.pid) writePidFile(pidFile, child.pid, { name });
  part.failure = () =>
    part.outcome &&
    new Refusal(
      `${name} ended (${describeOutcome(part.outcome)}):\n${log.lastLines()}`,
      `correct what it names; all of it is in ${logFile}`,
    );
  part.lastLines = log.lastLines;
  part.stop = async (graceMs = 15_000) => {
    if (!part.outcome) await endProcess(child.pid, { signal: stopSignal, graceMs });
    await part.exited;
  };
  part.kill = async () => {
    if (!part.outcome) send(child.pid, 'SIGKILL');
    await part.exited;
  };
  return part;
}

/** "exit code 1", "killed by SIGKILL", or why it could not be started. */
export function describeOutcome({ code, signal, error }) {
  if (error) return error.message;
  return signal ? `killed by ${signal}` : `exit code ${code}`;
}
