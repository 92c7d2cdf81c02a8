import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Cookie that the service keeps a visitor by. */
export const ANALYTICS_COOKIE = '_visitor';

/** An analytics service as they all are: a script that sets a cookie and tells a server which page is read. */
export interface AnalyticsServer {
  scriptUrl: string;
  /** Everything that has reached it, as `GET /script.js` and `POST /visits /pricing`. */
  requests: string[];
  close(): Promise<void>;
}

const SCRIPT = `
  document.cookie = '${ANALYTICS_COOKIE}=1; path=/; max-age=63072000';
  navigator.sendBeacon(new URL('/visits', document.currentScript.src), location.pathname);
`;

export async function startAnalyticsServer(): Promise<AnalyticsServer> {
  const heard: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    heard.push([request.method, request.url, body].filter(Boolean).join(' '));
    response.setHeader('Content-Type', 'text/javascript');
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*');
    response.setHeader('Access-Control-Allow-Credentials', 'true');
    response.end(request.method === 'GET' ? SCRIPT : '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    scriptUrl: `http://localhost:${(server.address() as AddressInfo).port}/script.js`,
    requests: heard,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
