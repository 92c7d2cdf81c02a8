import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { node } from '../../scripts/machine/runtime.mjs';

const open = new Set();

/**
 * A process of its own that answers orders over its channel, one message each: `ask(order)` resolves with the answer to that
 * order and rejects with what went wrong there. It ends with us, however we end.
 */
export async function startChild(moduleUrl, options = {}) {
  const child = fork(fileURLToPath(moduleUrl), [JSON.stringify(options)], {
    execPath: node,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const waiting = new Map();
  let last = 0;
  const ready = Promise.withResolvers();
  child.on('message', ({ id, answer, error }) => {
    const { resolve, reject } = id === 'ready' ? ready : waiting.get(id);
    waiting.delete(id);
    if (error) reject(new Error(error));
    else resolve(answer);
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.once('exit', () => {
    const error = new Error(`${fileURLToPath(moduleUrl)} ended`);
    ready.reject(error);
    for (const { reject } of waiting.values()) reject(error);
  });
  const handle = {
    pid: child.pid,
    ask(order) {
      const answer = Promise.withResolvers();
      waiting.set(++last, answer);
      child.send({ id: last, order });
      return answer.promise;
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

/** Ends every process started here that still runs. */
export function stopChildren() {
  return Promise.all([...open].map((child) => child.stop()));
}

/** The options the parent gave; for the child's side. */
export function childOptions() {
  return JSON.parse(process.argv[2] ?? '{}');
}

/** Takes orders from the parent, and says with `ready` how to be reached. For the child's side. */
export function handleCommands(ready, handle) {
  process.on('disconnect', () => process.exit(0));
  process.on('message', async ({ id, order }) => {
    try {
      process.send({ id, answer: await handle(order) });
    } catch (error) {
      process.send({ id, error: error.stack ?? String(error) });
    }
  });
  process.send({ id: 'ready', answer: ready });
}
