import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import findProcess from 'find-process';
import { ports } from './settings.mjs';
import { UserError } from './user-error.mjs';

/** True if a service of ours could listen on the port now. Also false for a privileged port without permission. */
export async function isFree(port) {
  for (const host of ['127.0.0.1', '0.0.0.0', '::1']) if (!(await isFreeOn(port, host))) return false;
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

/** A free port outside the ephemeral range, which stays reserved for this process. */
export async function freePort() {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    if ((await isFree(port)) && (await reserve(port))) return port;
  }
}

/**
 * Keeps other processes from picking the port as long as this one runs, even while nothing listens on it. False if it is reserved
 * already. The lock is the UDP port of the same number: nothing uses it, and only one process can bind it.
 */
function reserve(port) {
  const socket = createSocket('udp4').unref();
  return once(socket.bind(port, '127.0.0.1'), 'listening').then(
    () => true,
    () => false,
  );
}

/** A free port for every port setting. */
export async function freePortSettings() {
  const entries = Object.keys(ports).map(async (setting) => [setting, String(await freePort())]);
  return Object.fromEntries(await Promise.all(entries));
}

/** Throws if one of `wanted` ({ port, what, setting }) is invalid or in use; names the process that uses it. */
export async function requireFreePorts(wanted) {
  for (const { port, what, setting } of wanted) {
    if (!(Number.isInteger(port) && port > 0 && port <= 65_535))
      throw new UserError(
        `${setting} is not a valid port.`,
        `set ${setting} to a number from 1024 to 65535.`,
      );
    if (await isFree(port)) continue;
    const [holder] = await findProcess('port', port).catch(() => []);
    const by = holder ? ` by ${holder.cmd.slice(0, 80)} (process ${holder.pid})` : '';
    throw new UserError(
      `Port ${port}, needed for the ${what}, is in use${by}.`,
      `stop that program, or use another port: ${setting}=${await freePort()} npm start (or put ${setting} into .env).`,
    );
  }
}
