import type { Request, RequestHandler, Response } from 'express';
import sirv from 'sirv';
import type { Clock } from '../clock.js';
import type { Logger } from '../logging/logger.js';
import type { Metrics } from '../metrics/metrics.js';
import type { BuiltSite } from './built-site.js';
import { sendResponse } from './send-response.js';

const LOG_INTERVAL_MS = 60_000;
const MAX_LOGGED_PATHS = 1000;
const DAY_MS = 86_400_000;

interface Serving {
  folder: string;
  site: BuiltSite;
  logger: Logger;
  clock: Clock;
  metrics: Metrics;
  /** Sent with every response, by name. */
  headers: Readonly<Record<string, string>>;
}

/**
 * Serves everything outside `/api`: pages from memory with revalidation, hashed files cached for a year, and a 404 page for unknown
 * paths. Should be the first middleware, so that pages skip work they don't need.
 */
export function serveSite({ folder, site, logger, clock, metrics, headers }: Serving): RequestHandler {
  const files = sirv(folder, {
    etag: true,
    gzip: true,
    brotli: true,
    setHeaders: (response, path) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      const hashed = path.startsWith('/assets/');
      const caching = hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
      response.setHeader('Cache-Control', caching);
      if (path.endsWith('.ico')) response.setHeader('Content-Type', 'image/x-icon');
    },
  });
  const logMissing = missingPathLog(logger, clock);
  const renderOnNewDay = dailyRendering(site, logger, clock);
  return (request, response, next) => {
    const { path, method } = request;
    if (path === '/api' || path.startsWith('/api/')) return next();
    observe(request, response, metrics);
    renderOnNewDay();
    if (method !== 'GET' && method !== 'HEAD') {
      response.writeHead(405, { ...headers, Allow: 'GET, HEAD' }).end();
      return;
    }
    const page = site.find(path, request.url.slice(path.length));
    if (page) return sendResponse(page, headers, request, response);
    if (path.length > 1 && path.endsWith('/') && site.find(path.slice(0, -1))) {
      const query = request.url.slice(path.length);
      response.writeHead(308, { ...headers, Location: path.slice(0, -1) + query }).end();
      return;
    }
    files(request, response, () => {
      logMissing(path, request.get('referer'));
      if (path.startsWith('/assets/')) {
        response.writeHead(404, { ...headers, 'Cache-Control': 'no-store', 'Content-Type': 'text/plain' });
        response.end('Not found');
      } else sendResponse(site.notFound, headers, request, response);
    });
  };
}

function observe({ method }: Request, response: Response, metrics: Metrics): void {
  const startedAt = performance.now();
  response.on('finish', () => {
    const labels = { method, route: 'site', status: String(response.statusCode) };
    metrics.requests.observe(labels, (performance.now() - startedAt) / 1000);
  });
}

/** Renders the pages with the current date again on the first request of each day (UTC). */
function dailyRendering(site: BuiltSite, logger: Logger, clock: Clock): () => void {
  const currentDay = () => Math.floor(clock.now().getTime() / DAY_MS);
  let renderedOn = currentDay();
  return () => {
    const day = currentDay();
    if (day === renderedOn) return;
    renderedOn = day;
    site.renderDatedPages().catch((error: unknown) => logger.error('daily page rendering failed', { error }));
  };
}

/** Logs each unknown path with its referrer, at most once a minute. Memory and log stay bounded under a scan. */
function missingPathLog(logger: Logger, clock: Clock): (path: string, referrer: string | undefined) => void {
  const loggedAt = new Map<string, number>();
  return (path, referrer) => {
    const now = clock.now().getTime();
    if ((loggedAt.get(path) ?? 0) > now - LOG_INTERVAL_MS) return;
    if (loggedAt.size >= MAX_LOGGED_PATHS) loggedAt.clear();
    loggedAt.set(path, now);
    logger.sampled('info', 'page not found', {
      path: path.slice(0, 300),
      referrer: referrer?.split('?')[0]?.slice(0, 300),
    });
  };
}
