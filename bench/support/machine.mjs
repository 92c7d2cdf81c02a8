import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { availableParallelism, cpus, totalmem, type, release } from 'node:os';

const REFERENCE_ROUNDS = 400_000;
const TICKS_PER_SECOND = 100;

/** The machine the benchmarks ran on. */
export function describeMachine() {
  return {
    Processor: `${cpus()[0]?.model.trim() ?? 'unknown'}, ${availableParallelism()} cores`,
    Memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    System: `${type()} ${release()}`,
    Node: process.versions.node,
  };
}

/** Milliseconds for a fixed amount of single-threaded work, for comparing runs on different machines. */
export function referenceLoop() {
  const started = performance.now();
  let digest = Buffer.alloc(32);
  for (let round = 0; round < REFERENCE_ROUNDS; round++)
    digest = createHash('sha256').update(digest).digest();
  return performance.now() - started;
}

/** Resident memory of a process in bytes. */
export function residentBytes(pid) {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;
}

/** CPU usage of the whole machine over this time, 0 to 1; 0 if unavailable. */
export async function busyShare(milliseconds) {
  const before = snapshot({});
  await pause(milliseconds);
  const after = snapshot({});
  return before && after ? shareBetween(before, after) : 0;
}

function shareBetween(before, after) {
  return (after.busy - before.busy) / (after.all - before.all);
}

/**
 * Starts recording CPU time. `stop()` returns `seconds`, the CPU time of each of `processes` ({ name: pid }, children included), and
 * `text`: "worker 0.81, postgres 0.40 of 2 cores; machine 96 % busy". Both are empty if unavailable.
 */
export function watchProcessors(processes) {
  const before = snapshot(processes);
  return {
    stop() {
      const after = snapshot(processes);
      if (!before || !after) return { seconds: {}, text: '' };
      const used = Object.keys(processes).map((name) => [
        name,
        (after.ticks[name] - before.ticks[name]) / TICKS_PER_SECOND,
      ]);
      const elapsed = (after.at - before.at) / 1000;
      const busy = shareBetween(before, after);
      return { seconds: Object.fromEntries(used), text: describe(used, elapsed, busy) };
    },
  };
}

function describe(used, elapsed, busy) {
  const shares = used
    .map(([name, seconds]) => [name, seconds / elapsed])
    .filter(([, cores]) => cores >= 0.005)
    .sort(([, a], [, b]) => b - a)
    .map(([name, cores]) => `${name} ${cores.toFixed(2)}`);
  return `${shares.join(', ')} of ${availableParallelism()} cores; machine ${Math.round(busy * 100)} % busy`;
}

function snapshot(processes) {
  try {
    const fields = readFileSync('/proc/stat', 'utf8')
      .split('\n')[0]
      .trim()
      .split(/\s+/)
      .slice(1, 9)
      .map(Number);
    const all = fields.reduce((sum, value) => sum + value, 0);
    const ticks = Object.fromEntries(Object.entries(processes).map(([name, pid]) => [name, sumTicks(pid)]));
    return { at: performance.now(), ticks, all, busy: all - fields[3] - fields[4] };
  } catch {
    return undefined;
  }
}

/** CPU time of a process and its children, including exited ones. */
function sumTicks(pid) {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((candidate) => candidate > 0 && Number(readStat(candidate)[1]) === pid);
  return [pid, ...children].reduce((sum, each) => sum + ownTicks(each), 0);
}

function ownTicks(pid) {
  const fields = readStat(pid);
  return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0);
}

/** The fields of /proc/pid/stat from the state on; empty if the process is gone. */
function readStat(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
