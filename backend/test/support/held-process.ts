import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import type { Settings } from '../../src/platform/config/settings.js';
import { eventually } from './eventually.js';
import { startProductProcess, type ProductProcess } from './product-process.js';

/** Operations held at once: each may hold a database connection, and need a second one until it is held. */
export const MAX_HELD = 36;
const HOOK = pathToFileURL(join(import.meta.dirname, 'hold-calls.mjs'));
const HOLD_WITHIN_MS = 60_000;

/** A request, and which of its calls to the database, the file system or S3 it never makes, counted from 1. */
export interface HeldRequest {
  id: string;
  holdAt: number;
  path: string;
  init: RequestInit;
}

interface Operation {
  id: string;
  calls: number;
  held: boolean;
}

/** A process of the product whose operations can be held before any of their calls. */
export interface HeldProcess {
  /** Makes the requests, waits until each is held or answered, and kills the process. Returns the requests that were answered. */
  killDuring<Request extends HeldRequest>(requests: readonly Request[]): Promise<Request[]>;
  /** Makes a request without holding it. Returns how many calls it made. */
  countCalls(request: Omit<HeldRequest, 'holdAt'>): Promise<number>;
  kill(): Promise<void>;
}

export async function startHeldProcess(program: 'main' | 'worker', settings: Settings): Promise<HeldProcess> {
  const variables = { NODE_OPTIONS: `--import=${HOOK}`, DATABASE_POOL_SIZE: String(2 * MAX_HELD) };
  const started = await startProductProcess(program, settings, variables);
  return {
    async killDuring<Request extends HeldRequest>(requests: readonly Request[]) {
      const answered = new Set<Request>();
      const finished = Promise.all(
        requests.map(async (request) => {
          const status = await fetchStatus(started, request);
          if (status === undefined) return;
          if (status >= 300) throw new Error(`${request.id} failed with ${status}.`);
          answered.add(request);
        }),
      );
      const isSettled = async (): Promise<void> => {
        const held = (await fetchOperations(started)).filter((operation) => operation.held);
        if (held.length + answered.size < requests.length) throw new Error('Not all are held or answered.');
      };
      try {
        await Promise.race([eventually(isSettled, HOLD_WITHIN_MS), finished]);
      } finally {
        await started.kill();
      }
      await finished;
      return [...answered];
    },
    async countCalls(request) {
      const status = await fetchStatus(started, { ...request, holdAt: 0 });
      if (status !== 200 && status !== 201) throw new Error(`${request.id} failed with ${status}.`);
      return (await fetchOperations(started)).find(({ id }) => id === request.id)!.calls;
    },
    kill: () => started.kill(),
  };
}

/** Undefined if the process died first. */
async function fetchStatus({ url }: ProductProcess, request: HeldRequest): Promise<number | undefined> {
  const { id, holdAt, path, init } = request;
  const headers = { ...(init.headers as Record<string, string>), 'x-hold-call': `${id} ${holdAt}` };
  try {
    const response = await fetch(url + path, { ...init, headers });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return undefined;
  }
}

async function fetchOperations({ url }: ProductProcess): Promise<Operation[]> {
  const response = await fetch(`${url}/held-calls`);
  return (await response.json()) as Operation[];
}
