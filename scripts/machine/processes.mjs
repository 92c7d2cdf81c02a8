import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { until } from './wait.mjs';

/**
 * What tells one life of a process id from another: ids are reused, start times are not.
 * Undefined when no such process runs (a zombie does not run).
 */
export function identityOf(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' || fields[0] === 'X' ? undefined : `${bootId()}:${fields[19]}`;
    } catch {
      return undefined;
    }
  }
  try {
    const [state, ...started] = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
    })
      .trim()
      .split(/\s+/);
    return state && !state.startsWith('Z') ? started.join(' ') : undefined;
  } catch {
    return undefined;
  }
}

function bootId() {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return 'boot';
  }
}

/** The command line of a process, empty when it cannot be read. */
export function commandOf(pid) {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** The parent of a process, undefined when it cannot be read. */
export function parentOf(pid) {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    }
    return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }).trim());
  } catch {
    return undefined;
  }
}

/** Writes who we started, so that a later run recognizes it. `extra` is kept beside it. */
export function writePidFile(file, pid, extra = {}) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ pid, identity: identityOf(pid), ...extra }));
}

/** The record of a process that still runs, or undefined when there is none or it is another process by now. */
export function readLivePidFile(file) {
  try {
    const record = JSON.parse(readFileSync(file, 'utf8'));
    return record.identity && identityOf(record.pid) === record.identity ? record : undefined;
  } catch {
    return undefined;
  }
}

/** Ends the process with this id: asks with `signal`, insists after `graceMs`. Resolves when it is gone. */
export async function endProcess(pid, { signal = 'SIGTERM', graceMs = 10_000 } = {}) {
  const identity = identityOf(pid);
  const gone = () => identityOf(pid) !== identity;
  if (!identity) return;
  send(pid, signal);
  await until(gone, { what: `process ${pid} ending`, timeoutMs: graceMs, everyMs: 20 }).catch(() => {
    send(pid, 'SIGKILL');
    return until(gone, { what: `process ${pid} ending after SIGKILL`, timeoutMs: 10_000, everyMs: 20 });
  });
}

export function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Ends what an earlier run left behind under this pid file. Answers whether there was anything. */
export async function endLeftover(file, options) {
  const record = readLivePidFile(file);
  if (record) await endProcess(record.pid, options);
  rmSync(file, { force: true });
  return Boolean(record);
}
