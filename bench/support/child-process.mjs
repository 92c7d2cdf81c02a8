import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { node } from '../../stack/machine/runtime.mjs';

const open = new Set();

/**
 * Starts a process that handles commands over IPC: `send(command)` resolves with its result or rejects with its error. The process
 * exits when this one does, however that happens.
 */
export async function startChild(moduleUrl, options = {}) {
  const child = fork(fileURLToPath(moduleUrl), [JSON.stringify(options)], {
    execPath: node,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const waiting = new Map();
  let last = 0;
  const ready = Promise.withResolvers();
  child.on('message', ({ id, result, error }) => {
    const { resolve, reject } = id === 'ready' ? ready : waiting.get(id);
    waiting.delete(id);
    if (error) reject(new Error(error));
    else resolve(result);
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.once('exit', () => {
    const error = new Error(`${fileURLToPath(moduleUrl)} exited`);
    ready.reject(error);
    for (const { reject } of waiting.values()) reject(error);
  });
  const handle = {
    pid: child.pid,
    send(command) {
      const result = Promise.withResolvers();
      waiting.set(++last, result);
      child.send({ id: last, command });
      return result.promise;
    },
    async stop() {
      open.delete(handle);
      child.kill('SIGKILL');
      await exited;
    },
  };
  open.add(handle);
  return Object.assign(handle, await ready.promise);
}

/** Stops all processes started here. */
export function stopChildren() {
  return Promise.all([...open].map((child) => child.stop()));
}

/** For the child: the options passed by the parent. */
export function childOptions() {
  return JSON.parse(process.argv[2] ?? '{}');
}

/** For the child: reports `ready` to the parent, e.g. with a URL, and handles its commands. */
export function handleCommands(ready, handle) {
  process.on('disconnect', () => process.exit(0));
  process.on('message', async ({ id, command }) => {
    try {
      process.send({ id, result: await handle(command) });
    } catch (error) {
      process.send({ id, error: error.stack ?? String(error) });
    }
  });
  process.send({ id: 'ready', result: ready });
}
