import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The cookie that identifies a visitor. */
export const ANALYTICS_COOKIE = '_visitor';

/** A typical analytics service: its script sets a cookie and reports page views. */
export interface AnalyticsServer {
  scriptUrl: string;
  /** Requests so far, such as `GET /script.js` and `POST /visits /pricing`. */
  requests: string[];
  close(): Promise<void>;
}

const SCRIPT = `
  document.cookie = '${ANALYTICS_COOKIE}=1; path=/; max-age=63072000';
  navigator.sendBeacon(new URL('/visits', document.currentScript.src), location.pathname);
`;

export async function startAnalyticsServer(): Promise<AnalyticsServer> {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    requests.push([request.method, request.url, body].filter(Boolean).join(' '));
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
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
