import { Agent, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { forward } from './interrupting-proxy.js';
import { startPaymentFixture, type PaymentFixture } from './payment-fixture.js';

/** A proxy to the payment provider that lets something else happen there just before a call arrives. */
interface PrecedingProxy {
  url: string;
  /** Acts before the next call that matches, such as `POST /v1/refunds`. Returns whether it has. */
  before(call: RegExp, act: () => Promise<unknown>): () => boolean;
  close(): void;
}

async function startPrecedingProxy(target: string): Promise<PrecedingProxy> {
  const agent = new Agent({ keepAlive: true });
  let next: { call: RegExp; act: () => Promise<unknown> } | undefined;
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    if (next?.call.test(`${request.method} ${request.url}`)) {
      const { act } = next;
      next = undefined;
      await act();
    }
    const { status, headers, content } = await forward(target, agent, request, body);
    response.writeHead(status, headers).end(content);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    before(call, act) {
      let hasActed = false;
      next = {
        call,
        async act() {
          await act();
          hasActed = true;
        },
      };
      return () => hasActed;
    },
    close() {
      server.close().closeAllConnections();
      agent.destroy();
    },
  };
}

/** The product with such a proxy. */
export interface PrecededFixture extends PaymentFixture {
  proxy: PrecedingProxy;
}

export async function startPrecededFixture(): Promise<PrecededFixture> {
  let proxy!: PrecedingProxy;
  const product = await startPaymentFixture(
    {},
    {
      async proxy(target) {
        proxy = await startPrecedingProxy(target);
        return proxy.url;
      },
    },
  );
  return {
    ...product,
    proxy,
    async stop() {
      await product.stop();
      proxy.close();
    },
  };
}
