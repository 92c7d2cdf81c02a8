import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { UserError } from './user-error.mjs';

let watchdog;

/** Sends the watchdog process a message; starts it if necessary. Its messages are documented in watchdog-process.mjs. */
export function notifyWatchdog(message) {
  watchdog ??= startWatchdog();
  if (watchdog.connected) watchdog.send(message);
}

/**
 * Makes this process the only launcher for a data folder, until it and everything it started has ended. Waits for a launcher that is
 * stopping, and throws if another one is running.
 */
export async function lockDataFolder(dataDir, address) {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  // Not in the data folder: the path of a socket has at most 100 characters.
  const socket = join(tmpdir(), `subscription-site-${name}.sock`);
  let owner;
  // Empty for a launcher that was stopping and has ended now.
  do owner = await text(connect(socket)).catch(() => undefined);
  while (owner === '');
  if (owner)
    throw new UserError(
      `Already running in ${dataDir} (${owner}).`,
      'use that one, or stop it with Ctrl-C in its terminal or by ending that process. To run a second copy, set another port: PORT=4000 npm start.',
    );
  rmSync(socket, { force: true });
  watchdog = startWatchdog(socket, `process ${process.pid}, ${address}`);
  watchdog.channel.ref();
  await once(watchdog, 'message');
  watchdog.channel.unref();
}

function startWatchdog(...args) {
  const child = fork(new URL('watchdog-process.mjs', import.meta.url), args, {
    detached: true,
    stdio: 'ignore',
  });
  child.on('error', () => undefined);
  child.unref();
  child.channel.unref();
  return child;
}
