import {
  Agent,
  createServer,
  request as forwardTo,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

/** The call of a customer to interrupt, counted from 1, before the provider gets it or after it has responded. */
export interface Interruption {
  call: number;
  when: 'before' | 'after';
  /** The customer's objects at the provider; those in responses are added. */
  ids: readonly string[];
  /** Whether the customer makes no further calls. */
  isDone: () => Promise<boolean>;
}

export interface InterruptingProxy {
  url: string;
  /** Counts from 1 again. Kills the process once, when the call of each customer who isn't done before is held. */
  interrupt(interruptions: readonly Interruption[], kill: () => Promise<void>): void;
  /** Whether the process has been killed. */
  hasKilled(): boolean;
  /** Stops interrupting. Returns whether each customer was interrupted. */
  stop(): Promise<boolean[]>;
  close(): void;
}

/** Ids of objects that belong to one customer, at the provider and ours. */
const ID = /\b(?:cus|sub|sub_sched|pi|in|ch|re)_[0-9A-Za-z]{8,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const POLL_MS = 100;

/** A proxy to the payment provider that holds calls until their process has been killed, so that none of them is answered. */
export async function startInterruptingProxy(target: string): Promise<InterruptingProxy> {
  const agent = new Agent({ keepAlive: true });
  const owners = new Map<string, number>();
  let interruptions: readonly Interruption[] = [];
  let calls: number[] = [];
  let held: ServerResponse[] = [];
  let kill: (() => Promise<void>) | undefined;
  let killing: Promise<void> | undefined;
  let waiting: Promise<void> | undefined;

  const isHeld = (owner: number): boolean => calls[owner]! >= interruptions[owner]!.call;
  const killAndDrop = async (): Promise<void> => {
    await kill!();
    for (const response of held) response.destroy();
    kill = undefined;
  };
  const killNow = (): Promise<void> => {
    killing ??= killAndDrop();
    return killing;
  };
  const hold = (response: ServerResponse): void => {
    if (!kill) return void response.destroy();
    held.push(response);
    waiting ??= killWhenAllHeldOrDone();
  };
  const killWhenAllHeldOrDone = async (): Promise<void> => {
    const done = await Promise.all(interruptions.map(({ isDone }, owner) => isHeld(owner) || isDone()));
    if (!kill || killing) return;
    if (done.every(Boolean)) return killNow();
    await pause(POLL_MS);
    return killWhenAllHeldOrDone();
  };
  const findOwner = (text: string): number | undefined => {
    const known = (text.match(ID) ?? []).find((id) => owners.has(id));
    return known === undefined ? undefined : owners.get(known);
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const owner = kill && findOwner(`${request.url} ${body}`);
    // The calls of a customer who is held may time out, and are then repeated.
    const wasHeld = killing !== undefined || (owner !== undefined && isHeld(owner));
    if (owner !== undefined && !killing) calls[owner]! += 1;
    const isInterrupted = owner !== undefined && isHeld(owner);
    if (kill && (wasHeld || (isInterrupted && interruptions[owner]!.when === 'before')))
      return hold(response);
    const { status, headers, content } = await forward(target, agent, request, body);
    if (owner !== undefined) for (const id of `${content}`.match(ID) ?? []) owners.set(id, owner);
    if (isInterrupted) return hold(response);
    response.writeHead(status, headers).end(content);
    return undefined;
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    interrupt(some, killProcess) {
      interruptions = some;
      owners.clear();
      some.forEach(({ ids }, owner) => ids.forEach((id) => owners.set(id, owner)));
      calls = some.map(() => 0);
      held = [];
      killing = undefined;
      waiting = undefined;
      kill = killProcess;
    },
    hasKilled: () => killing !== undefined && kill === undefined,
    async stop() {
      if (held.length > 0) await killNow();
      kill = undefined;
      await waiting;
      return calls.map((_, owner) => isHeld(owner));
    },
    close() {
      server.close().closeAllConnections();
      agent.destroy();
    },
  };
}

/** Passes a call on and returns the response. */
export function forward(
  target: string,
  agent: Agent,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<{ status: number; headers: IncomingMessage['headers']; content: Buffer }> {
  return new Promise((resolve, reject) => {
    const call = forwardTo(new URL(url!, target), { agent, method, headers }, (response) => {
      buffer(response).then(
        (content) => resolve({ status: response.statusCode!, headers: response.headers, content }),
        reject,
      );
    });
    call.on('error', reject).end(body);
  });
}
