import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';

/** A name for a worker that tells an operator where it runs and that no other worker ever had. */
export function newWorkerName(): string {
  return `${hostname()}:${process.pid}:${randomBytes(4).toString('hex')}`;
}
