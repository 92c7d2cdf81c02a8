import {
  Agent,
  createServer,
  request as forwardTo,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** The calls to interrupt: this call of each customer, counted from 1, before the provider gets it or after it has responded. */
export interface Interruption {
  call: number;
  when: 'before' | 'after';
  /** Kills the process that makes the calls. Called once, when all customers who get this far have made the call. */
  kill: () => Promise<void>;
}

export interface InterruptingProxy {
  url: string;
  /** Counts from 1 again. The ids are those of each customer's objects at the provider; ids in their responses are added. */
  interrupt(customers: readonly (readonly string[])[], interruption: Interruption): void;
  /** Whether the process has been killed. */
  hasKilled(): boolean;
  /** Stops interrupting. Returns how many customers were interrupted. */
  stop(): Promise<number>;
  close(): void;
}

/** Ids of objects that belong to one customer. */
const ID = /\b(?:cus|sub|sub_sched|pi|in|ch|re)_[0-9A-Za-z]{8,}/g;
/** Calls are in progress together, so none is expected after the process has been quiet for this long. */
const QUIET_MS = 400;

/** A proxy to the payment provider that holds calls until their process has been killed, so that none of them is answered. */
export async function startInterruptingProxy(target: string): Promise<InterruptingProxy> {
  const agent = new Agent({ keepAlive: true });
  const owners = new Map<string, number>();
  let calls: number[] = [];
  let held: ServerResponse[] = [];
  let interrupted = 0;
  let current: Interruption | undefined;
  let killing: Promise<void> | undefined;
  let quiet: NodeJS.Timeout | undefined;

  const killAndDrop = async (): Promise<void> => {
    await current!.kill();
    for (const response of held) response.destroy();
    current = undefined;
  };
  const killNow = (): Promise<void> => {
    clearTimeout(quiet);
    killing ??= killAndDrop();
    return killing;
  };
  const hold = (response: ServerResponse): void => {
    if (!current) return void response.destroy();
    held.push(response);
    if (held.length >= calls.length) void killNow();
  };
  const noticeTraffic = (): void => {
    clearTimeout(quiet);
    if (current) quiet = setTimeout(() => held.length > 0 && void killNow(), QUIET_MS);
  };
  const ownerOf = (text: string): number | undefined => {
    const known = (text.match(ID) ?? []).find((id) => owners.has(id));
    return known === undefined ? undefined : owners.get(known);
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const owner = current && ownerOf(`${request.url} ${body}`);
    const isInterrupted = owner !== undefined && (calls[owner]! += 1) === current?.call;
    if (isInterrupted) interrupted += 1;
    noticeTraffic();
    if (current && (killing || (isInterrupted && current.when === 'before'))) return hold(response);
    const { status, headers, content } = await forward(target, agent, request, body);
    if (owner !== undefined) for (const id of `${content}`.match(ID) ?? []) owners.set(id, owner);
    noticeTraffic();
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
    interrupt(customers, interruption) {
      owners.clear();
      customers.forEach((ids, owner) => ids.forEach((id) => owners.set(id, owner)));
      calls = customers.map(() => 0);
      held = [];
      interrupted = 0;
      killing = undefined;
      current = interruption;
    },
    hasKilled: () => killing !== undefined && current === undefined,
    async stop() {
      if (held.length > 0) await killNow();
      clearTimeout(quiet);
      current = undefined;
      return interrupted;
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
