import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const CHECK_EVERY_MS = 250;

interface Target {
  url: URL;
  agent: Agent;
  ready: boolean;
}

export interface RoundRobinProxy {
  url: string;
  isReady(url: string): boolean;
  close(): void;
}

/**
 * A minimal reverse proxy: rotates among the targets that were ready at the last health check, keeps connections alive, and never
 * retries. A request without a response becomes a 502.
 */
export async function startRoundRobinProxy(urls: readonly string[]): Promise<RoundRobinProxy> {
  const targets = urls.map((url): Target => ({
    url: new URL(url),
    agent: new Agent({ keepAlive: true }),
    ready: false,
  }));
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const ready = targets.filter((target) => target.ready);
    const target = ready[turn++ % ready.length];
    if (target) pass(target, incoming, outgoing);
    else outgoing.writeHead(503, { 'x-proxy-error': 'no target ready' }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  let closed = false;
  const check = async (target: Target): Promise<void> => {
    target.ready = await isReady(target.url);
    if (!closed) setTimeout(() => void check(target), CHECK_EVERY_MS);
  };
  await Promise.all(targets.map(check));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isReady: (url) => targets.some((target) => target.ready && target.url.href === new URL(url).href),
    close() {
      closed = true;
      server.close();
      server.closeAllConnections();
      for (const { agent } of targets) agent.destroy();
    },
  };
}

function pass({ url, agent }: Target, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, url: path, headers } = incoming;
  const upstream = request({ agent, host: url.hostname, port: url.port, method, path, headers });
  incoming.pipe(upstream);
  upstream.on('response', (response) => {
    const { connection: _, 'keep-alive': __, ...rest } = response.headers;
    outgoing.writeHead(response.statusCode!, rest);
    response.on('error', () => outgoing.destroy()).pipe(outgoing);
  });
  upstream.on('error', (error: NodeJS.ErrnoException) => {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502, { 'x-proxy-error': error.code ?? error.message }).end();
  });
}

async function isReady(url: URL): Promise<boolean> {
  try {
    const response = await fetch(new URL('/api/health/ready', url));
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
