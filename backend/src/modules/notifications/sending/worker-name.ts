import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';

/** A unique worker name that shows operators where it runs. */
export function newWorkerName(): string {
  return `${hostname()}:${process.pid}:${randomBytes(4).toString('hex')}`;
}
