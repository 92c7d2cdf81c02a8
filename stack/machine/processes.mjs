import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { until } from './wait.mjs';

/**
 * Distinguishes processes that reuse the same id, by start time. Undefined if no such process is running; zombies don't count.
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

/** The command line of a process; empty if it can't be read. */
export function commandOf(pid) {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** The parent of a process; undefined if it can't be read. */
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

/** Records a started process, so that a later run can identify it. `extra` is stored along with it. */
export function writePidFile(file, pid, extra = {}) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ pid, identity: identityOf(pid), ...extra }));
}

/** The record, if its process is still running. Undefined if there is none or the id was reused. */
export function readLivePidFile(file) {
  try {
    const record = JSON.parse(readFileSync(file, 'utf8'));
    return record.identity && identityOf(record.pid) === record.identity ? record : undefined;
  } catch {
    return undefined;
  }
}

/** Sends `signal`, then SIGKILL after `graceMs`. Resolves once the process has exited. */
export async function stopProcess(pid, { signal = 'SIGTERM', graceMs = 10_000 } = {}) {
  const identity = identityOf(pid);
  const hasExited = () => identityOf(pid) !== identity;
  if (!identity) return;
  send(pid, signal);
  await until(hasExited, { what: `process ${pid} to exit`, timeoutMs: graceMs, everyMs: 20 }).catch(() => {
    send(pid, 'SIGKILL');
    return until(hasExited, { what: `process ${pid} to exit after SIGKILL`, timeoutMs: 10_000, everyMs: 20 });
  });
}

export function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Stops a process that an earlier run left running under this pid file. Resolves with whether there was one. */
export async function stopLeftover(file, options) {
  const record = readLivePidFile(file);
  if (record) await stopProcess(record.pid, options);
  rmSync(file, { force: true });
  return Boolean(record);
}
