import { clearMailFailures } from './mailbox.js';
import { clearPaymentFailures } from './sandbox.js';
import { testEnvironment } from './test-environment.js';

type Services = Record<string, number | null>;

/** Services of the product by name, each with its process id, or `null` if it is down. */
export async function services(): Promise<Services> {
  return (await control('GET', '/')) as Services;
}

/** Sends SIGKILL. */
export async function kill(service: string): Promise<void> {
  await control('POST', `/kill/${service}`);
}

/** Stops a service gracefully and waits until it has exited. */
export async function stop(service: string): Promise<void> {
  await control('POST', `/stop/${service}`);
}

/** Starts a service, or another worker (`worker-2`), and waits until it is ready. */
export async function start(service: string): Promise<void> {
  await control('POST', `/start/${service}`);
}

/** Restores the initial state: every service up, no additional workers, no failures. */
export async function restoreServices(): Promise<void> {
  const all = await services();
  for (const service of ['postgres', 'redis', 'emulators', 'api', 'worker']) {
    if (service in all && all[service] === null) await start(service);
  }
  for (const [service, pid] of Object.entries(all))
    if (service.startsWith('worker-') && pid !== null) await stop(service);
  await Promise.all([clearMailFailures(), clearPaymentFailures()]);
}

async function control(method: string, path: string): Promise<unknown> {
  const response = await fetch(`${testEnvironment.controlUrl}${path}`, { method });
  const body = (await response.json()) as { services?: Services; message?: string };
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${body.message}`);
  return body.services;
}
