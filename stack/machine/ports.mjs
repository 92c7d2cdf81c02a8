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

/** `count` distinct free ports outside the ephemeral range. Random, so that several programs can pick ports at the same time. */
export async function freePorts(count) {
  const found = new Set();
  while (found.size < count) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if (!found.has(port) && (await isFree(port))) found.add(port);
  }
  return [...found];
}

/** A free port for every port setting. */
export async function freePortSettings() {
  const free = await freePorts(Object.keys(ports).length);
  return Object.fromEntries(Object.keys(ports).map((setting, index) => [setting, String(free[index])]));
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
    const [free] = await freePorts(1);
    throw new UserError(
      `Port ${port}, needed for the ${what}, is in use${by}.`,
      `stop that program, or use another port: ${setting}=${free} npm start (or put ${setting} into .env).`,
    );
  }
}
