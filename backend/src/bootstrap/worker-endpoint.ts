import type { INestApplicationContext } from '@nestjs/common';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { mayReadMetrics, Readiness } from '../modules/health/index.js';
import { Settings } from '../platform/config/settings.js';
import { VERSION } from '../platform/config/version.js';
import { HttpServer } from '../platform/http/http-server.js';
import { findAmbiguity } from '../platform/http/ambiguous-requests.js';
import { Metrics } from '../platform/metrics/metrics.js';

/** Serves a worker's health and metrics: `/health/live`, `/health/ready`, `/metrics`. */
export async function serveWorkerEndpoint(worker: INestApplicationContext): Promise<void> {
  const settings = worker.get(Settings);
  const readiness = worker.get(Readiness, { strict: false });
  const metrics = worker.get(Metrics);
  const routes: Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void>> = {
    '/health/live': async (_, response) => sendJson(response, 200, { status: 'live', version: VERSION }),
    '/health/ready': async (_, response) => {
      const report = await readiness.report();
      sendJson(response, report.status === 'ready' ? 200 : 503, report);
    },
    '/metrics': async (request, response) => {
      const allowed = mayReadMetrics(settings.metricsToken, {
        address: request.socket.remoteAddress,
        authorization: request.headers.authorization,
        forwarded:
          request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined,
      });
      if (!allowed)
        return sendJson(response, 403, {
          code: 'forbidden',
          message: 'Metrics are only available to the operator.',
        });
      response
        .writeHead(200, { 'Content-Type': metrics.registry.contentType })
        .end(await metrics.registry.metrics());
    },
  };
  const server = createServer((request, response) => {
    const ambiguity = findAmbiguity(request);
    if (ambiguity !== undefined) {
      response.setHeader('Connection', 'close');
      return sendJson(response, 400, { code: 'malformed_request', message: ambiguity });
    }
    const route = routes[(request.url ?? '').split('?')[0]!];
    if (!route)
      return sendJson(response, 404, {
        code: 'not_found',
        message: 'No endpoint exists at this URL. Check the path.',
      });
    route(request, response).catch(() =>
      sendJson(response, 500, { code: 'internal_error', message: 'Something went wrong.' }),
    );
  });
  const http = worker.get(HttpServer);
  http.attach(server);
  await http.listen(settings.workerPort, settings.hosts);
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  if (response.headersSent) return void response.end();
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
