import type { RequestHandler, Response } from 'express';
import type { Logger } from '../logging/logger.js';
import type { Metrics } from '../metrics/metrics.js';

/** Measures every request and logs those to the API: method, route, status and duration, never a query or body. */
export function requestLog(logger: Logger, metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    response.on('finish', () => {
      const milliseconds = performance.now() - startedAt;
      // Not `path`: handlers mounted below a prefix see it without the prefix.
      const path = request.originalUrl;
      const route = getRoutePattern(request.baseUrl, request.route as { path?: string } | undefined, path);
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

/** Marks a client error whose status is not 4xx, such as a redirect, or a rate limit that the protocol reports as 503. */
export function markRejected(response: Response): void {
  rejections.add(response);
}

function isRejection(response: Response): boolean {
  const { statusCode } = response;
  return (statusCode >= 400 && statusCode < 500) || rejections.has(response);
}

/** The route pattern, so that IDs in paths neither reach the log nor add metric labels. */
function getRoutePattern(baseUrl: string, route: { path?: string } | undefined, path: string): string {
  if (!path.startsWith('/api')) return 'site';
  return typeof route?.path === 'string' ? baseUrl + route.path : '/api/*';
}
