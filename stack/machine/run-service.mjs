import { mkdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { execa } from 'execa';
import { createStream } from 'rotating-file-stream';
import { UserError } from './user-error.mjs';
import { until } from './wait.mjs';
import { notifyWatchdog } from './watchdog.mjs';

/** Size of a log file, and number of rotated files per service. */
const LOG_LIMITS = { size: '10M', rotate: 4 };
const TAIL_CHARACTERS = 16_384;

/**
 * Starts a long-running service in its own session, so that Ctrl-C in the terminal reaches only the launcher, which stops services in
 * order. The watchdog stops it if the launcher is killed. Output is appended to `logFile`, which is rotated (`file.1` is the most
 * recent rotated file); `onLine` gets each line of it.
 */
export function runService({ name, command, args, logFile, logLimits = LOG_LIMITS, onLine, ...options }) {
  const subprocess = execa(command, args, {
    ...options,
    extendEnv: false,
    detached: true,
    cleanup: false,
    stdin: 'ignore',
    all: true,
    buffer: false,
    reject: false,
    killSignal: 'SIGINT',
    forceKillAfterDelay: 15_000,
  });
  const { pid, all } = subprocess;
  if (pid) notifyWatchdog({ started: pid });
  const service = { pid, logFile, outcome: undefined, tail: '' };
  all.on('data', (bytes) => (service.tail = (service.tail + bytes).slice(-TAIL_CHARACTERS)));
  if (onLine) createInterface({ input: all }).on('line', onLine);
  mkdirSync(dirname(logFile), { recursive: true });
  const log = createStream(basename(logFile), { path: dirname(logFile), ...logLimits });
  // A full disk loses log lines but must not block the service, so its output is still drained.
  log.on('error', () => all.unpipe(log).resume());
  const logged = finished(all.pipe(log)).catch(() => undefined);
  service.exited = subprocess.then(async ({ exitCode, signal, originalMessage }) => {
    notifyWatchdog({ exited: pid });
    await logged;
    const status = signal ? `killed by ${signal}` : `exit code ${exitCode}`;
    return (service.outcome = exitCode === undefined && !signal ? originalMessage : status);
  });
  service.lastLines = (count = 15) => service.tail.trimEnd().split('\n').slice(-count).join('\n');
  service.stop = async (signal) => {
    if (!service.outcome) subprocess.kill(signal);
    await service.exited;
  };
  service.kill = () => service.stop('SIGKILL');
  service.failure = () =>
    service.outcome &&
    new UserError(
      `${name} exited (${service.outcome}):\n${service.lastLines()}`,
      `fix the cause shown above; the full log is in ${logFile}`,
    );
  return service;
}

/** Like `runService`, and resolves once `isReady(service)`. If it isn't in time, exits, or `signal` aborts, stops it and throws. */
export async function startService({ isReady, timeoutMs = 60_000, signal, ...options }) {
  const service = runService(options);
  try {
    const what = `${options.name} to be ready (see ${service.logFile})`;
    const unless = () => service.failure() ?? (signal?.aborted ? signal.reason : undefined);
    await until(() => isReady(service), { what, timeoutMs, everyMs: 20, unless });
    return service;
  } catch (error) {
    await service.stop();
    throw error;
  }
}
