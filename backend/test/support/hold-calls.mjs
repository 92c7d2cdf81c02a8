// Loaded before the product (`NODE_OPTIONS=--import …`): holds an operation before one of its calls to the database, the file system
// or S3, until the process is killed. See `held-process.ts`.
import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import { open } from 'node:fs/promises';
import { Server } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import '../../../stack/machine/run-typescript.mjs';

/** Those that change something. Reading a file changes nothing that the next call wouldn't find. */
const FILE_CALLS = [
  'copyFile',
  'link',
  'mkdir',
  'rename',
  'rm',
  'rmdir',
  'unlink',
  'writeFile',
  'appendFile',
];
const STREAM_CALLS = ['open', 'write', 'writev', 'fsync'];
const NEVER = new Promise(() => undefined);

const operations = new Map();
const current = new AsyncLocalStorage();

/** Counts a call of the current operation. True if the operation may not make it. */
function isHeld() {
  const operation = current.getStore();
  if (!operation) return false;
  operation.calls += 1;
  operation.held ||= operation.calls === operation.holdAt;
  return operation.held;
}

/**
 * Replaces a method that returns a promise, or calls back if its last argument is a function, so that it does nothing while the
 * operation is held.
 */
function hold(target, name, isNextHeld = isHeld) {
  const original = target[name];
  target[name] = function (...parameters) {
    if (!isNextHeld()) return original.apply(this, parameters);
    return typeof parameters.at(-1) === 'function' ? undefined : NEVER;
  };
}

const file = await open(import.meta.filename);
hold(Object.getPrototypeOf(file), 'sync');
await file.close();
for (const name of FILE_CALLS) hold(fs.promises, name);
for (const name of STREAM_CALLS) hold(fs, name);
syncBuiltinESMExports();
hold(pg.Client.prototype, 'query');
// Timers of a held operation would take all connections.
hold(pg.Pool.prototype, 'connect', () => current.getStore()?.held);
if (process.env.STORAGE_BACKEND === 's3') {
  const { S3Client } = await import('@aws-sdk/client-s3');
  hold(S3Client.prototype, 'send');
}

/** Tasks of a worker run only on request. */
const tasks = new Map();
const { Scheduler } = await import('../../src/platform/worker/scheduler.ts');
Scheduler.prototype.claimDue = async (all) => {
  for (const task of all) tasks.set(task.id, task);
  return new Set();
};

const emit = Server.prototype.emit;
Server.prototype.emit = function (event, request, response) {
  if (event !== 'request') return emit.apply(this, arguments);
  if (request.url === '/held-calls') return response.end(JSON.stringify([...operations.values()]));
  const [id, holdAt] = request.headers['x-hold-call']?.split(' ') ?? [];
  if (id === undefined) return emit.apply(this, arguments);
  const operation = { id, holdAt: Number(holdAt), calls: 0, held: false };
  operations.set(id, operation);
  const task = /^\/tasks\/(.+)$/.exec(request.url)?.[1];
  return current.run(operation, () => (task ? runTask(task, response) : emit.apply(this, arguments)));
};

async function runTask(id, response) {
  while (!tasks.has(id)) await pause(20);
  await tasks.get(id).run();
  response.end();
}
