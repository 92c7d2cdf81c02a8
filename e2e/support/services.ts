import { clearMailFaults } from './mailbox.js';
import { clearPaymentFaults } from './sandbox.js';
import { testEnvironment } from './test-environment.js';

type Services = Record<string, number | null>;

/** The parts of the running product: name to process id, null for one that is down. */
export async function services(): Promise<Services> {
  return (await control('GET', '/')) as Services;
}

/** `kill -9`. */
export async function kill(part: string): Promise<void> {
  await control('POST', `/kill/${part}`);
}

/** Asks a part to end and waits until it has. */
export async function stop(part: string): Promise<void> {
  await control('POST', `/stop/${part}`);
}

/** Starts a part, or a further worker (`worker-2`), and waits until it is ready. */
export async function start(part: string): Promise<void> {
  await control('POST', `/start/${part}`);
}

/** Brings everything back to how it was at the start: each first part up, no further workers, no trouble anywhere. */
export async function restoreServices(): Promise<void> {
  const all = await services();
  for (const part of ['postgres', 'redis', 'emulators', 'api', 'worker']) {
    if (part in all && all[part] === null) await start(part);
  }
  for (const [part, pid] of Object.entries(all))
    if (part.startsWith('worker-') && pid !== null) await stop(part);
  await Promise.all([clearMailFaults(), clearPaymentFaults()]);
}

async function control(method: string, path: string): Promise<unknown> {
  const response = await fetch(`${testEnvironment.controlUrl}${path}`, { method });
  const body = (await response.json()) as { parts?: Services; message?: string };
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${body.message}`);
  return body.parts;
}
