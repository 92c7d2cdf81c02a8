import type { RequestHandler, Response } from 'express';
import type { Logger } from '../logging/logger.js';
import type { Metrics } from '../metrics/metrics.js';

/** Measures every request, and logs those to the API: method, route, status, time. Never a query or a body. */
export function requestLog(logger: Logger, metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    response.on('finish', () => {
      const milliseconds = performance.now() - startedAt;
      // Not `path`: a handler below a prefix, such as that of unknown routes, sees it without the prefix.
      const path = request.originalUrl;
      const route = routeOf(request.baseUrl, request.route as { path?: string } | undefined, path);
      metrics.requests.observe(
        { method: request.method, route, status: String(response.statusCode) },
        milliseconds / 1000,
      );
      if (route === 'site' || path.startsWith('/api/health')) return;
      logger.request({
        method: request.method,
        route,
        status: response.statusCode,
        milliseconds: Math.round(milliseconds),
        rejected: isRejection(response),
      });
    });
    next();
  };
}

const rejections = new WeakSet<Response>();

/** For an error of the caller whose status does not say so: a redirect, or a limit that the protocol answers with 503. */
export function markRejected(response: Response): void {
  rejections.add(response);
}

function isRejection(response: Response): boolean {
  const { statusCode } = response;
  return (statusCode >= 400 && statusCode < 500) || rejections.has(response);
}

/** The route's pattern, so that ids in paths neither reach the log nor multiply the metrics. */
function routeOf(baseUrl: string, route: { path?: string } | undefined, path: string): string {
  if (!path.startsWith('/api')) return 'site';
  return typeof route?.path === 'string' ? baseUrl + route.path : '/api/*';
}
