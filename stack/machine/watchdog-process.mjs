// Cleans up after the process that started it, however that ends. Its messages: `{ started: pid }` for a service to stop, until
// `{ exited: pid }`; `{ folder }` to remove; `{ stopping: true }` when a normal end begins. With the arguments `socket` and `owner`, it
// also holds a lock until everything has ended: `owner` is what a client of the socket gets.
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const GRACE_MS = 15_000;
const [socket, owner] = process.argv.slice(2);
const services = new Set();
const folders = [];
let stopping = false;

process.on('message', (message) => {
  if (message.started) services.add(message.started);
  if (message.folder) folders.push(message.folder);
  services.delete(message.exited);
  stopping ||= Boolean(message.stopping);
});

process.once('disconnect', async () => {
  stopping = true;
  for (const pid of services) send(pid, 'SIGINT');
  const deadline = Date.now() + GRACE_MS;
  while ([...services].some((pid) => send(pid, 0)) && Date.now() < deadline) await delay(50);
  for (const pid of services) send(-pid, 'SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  if (socket) rmSync(socket, { force: true });
  process.exit();
});

if (socket) {
  // While we are stopping, clients wait: their connections end when this process does.
  createServer((client) => {
    client.on('error', () => undefined).resume();
    if (!stopping) client.end(owner);
  }).listen(socket, () => process.send('locked'));
}

/** True if the process exists. */
function send(pid, signal) {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
