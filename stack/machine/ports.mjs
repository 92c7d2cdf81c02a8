import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { commandOf } from './processes.mjs';
import { UserError } from './user-error.mjs';

/** Every address that our services may listen on. */
const HOSTS = ['127.0.0.1', '0.0.0.0', '::1'];

/** True if we could listen on the port now. Also false for a privileged port without permission. */
export async function isFree(port, hosts = HOSTS) {
  for (const host of hosts) if (!(await isFreeOn(port, host))) return false;
  return true;
}

function isFreeOn(port, host) {
  return new Promise((resolve) => {
    const probe = createServer();
    // A machine without IPv6 has no `::1`.
    probe.once('error', ({ code }) => resolve(code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT'));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** `count` distinct free ports outside the ephemeral range. */
export async function freePorts(count) {
  const found = new Set();
  while (found.size < count) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if (!found.has(port) && (await isFree(port))) found.add(port);
  }
  return [...found];
}

/**
 * Throws if one of `wanted` ({ port, what, setting }) is in use or requested twice, naming the process that holds it if possible.
 */
export async function requireFreePorts(wanted) {
  const seen = new Map();
  for (const { port, what, setting } of wanted) {
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      throw new UserError(
        `${setting} is not a valid port.`,
        `set ${setting} to a number from 1024 to 65535.`,
      );
    }
    if (seen.has(port)) {
      throw new UserError(
        `${seen.get(port)} and ${setting} are both set to port ${port}.`,
        `set ${setting} to a different port.`,
      );
    }
    seen.set(port, setting);
    if (!(await isFree(port))) {
      const holder = holderOf(port);
      throw new UserError(
        `Port ${port}, needed for the ${what}, is in use${holder ? ` by ${holder}` : ''}.`,
        `stop that program, or use another port: ${setting}=${await nextFree(port)} npm start (or put ${setting} into .env).`,
      );
    }
  }
}

async function nextFree(port) {
  for (let candidate = port + 100; candidate < 65_535; candidate += 100)
    if (await isFree(candidate)) return candidate;
  return port + 1;
}

/** The process that listens on a port, as `node server.js (process 4711)`; undefined if this user may not see it. */
export function holderOf(port) {
  const pid = process.platform === 'linux' ? holderFromProc(port) : holderFromLsof(port);
  if (!pid) return undefined;
  const command = commandOf(pid);
  return `${command.length > 80 ? `${command.slice(0, 77)}...` : command || 'a program'} (process ${pid})`;
}

function holderFromLsof(port) {
  try {
    return Number(
      execFileSync('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-t'], { encoding: 'utf8' }).split(
        '\n',
      )[0],
    );
  } catch {
    return undefined;
  }
}

function holderFromProc(port) {
  const inodes = new Set(
    ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => listeningInodes(table, port)),
  );
  if (inodes.size === 0) return undefined;
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      for (const fd of readdirSync(`/proc/${pid}/fd`)) {
        const socket = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`));
        if (socket && inodes.has(socket[1])) return Number(pid);
      }
    } catch {
      continue;
    }
  }
  return undefined;
}

function listeningInodes(table, port) {
  const LISTENING = '0A';
  try {
    return readFileSync(table, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((row) => row[3] === LISTENING && Number.parseInt(row[1].split(':')[1], 16) === port)
      .map((row) => row[9]);
  } catch {
    return [];
  }
}
