import type { RequestHandler, Response } from 'express';
import sirv from 'sirv';
import type { Clock } from '../clock/clock.js';
import type { Logger } from '../logging/logger.js';
import type { BuiltSite, Document } from './built-site.js';

const NOTED_MS = 60_000;
const NOTED_PATHS = 1000;

/** Serves everything outside `/api`: hashed files for a year, pages revalidated, and 404 for paths that are none. */
export function serveSite(folder: string, site: BuiltSite, logger: Logger, clock: Clock): RequestHandler {
  const files = sirv(folder, {
    etag: true,
    gzip: true,
    brotli: true,
    setHeaders: (response, path) => {
      const hashed = path.startsWith('/assets/');
      response.setHeader(
        'Cache-Control',
        hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });
  const noteMissing = missingPathLog(logger, clock);
  return (request, response, next) => {
    if (request.path === '/api' || request.path.startsWith('/api/')) return next();
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.status(405).setHeader('Allow', 'GET, HEAD').end();
      return;
    }
    if (site.has(request.path)) return sendPage(site.page, 200, request, response);
    if (request.path.endsWith('/index.html') || request.path === '/routes.json')
      return sendPage(site.page, 404, request, response);
    files(request, response, () => {
      noteMissing(request.path, request.get('referer'));
      if (request.path.startsWith('/assets/')) {
        response.status(404).setHeader('Cache-Control', 'no-store').type('text/plain').send('Not found');
        return;
      }
      sendPage(site.page, 404, request, response);
    });
  };
}

function sendPage(
  page: Document,
  status: number,
  request: Parameters<RequestHandler>[0],
  response: Response,
): void {
  response.setHeader('ETag', page.etag);
  response.setHeader('Cache-Control', status === 200 ? 'no-cache' : 'no-store');
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Vary', 'Accept-Encoding');
  if (status === 200 && request.get('if-none-match') === page.etag) {
    response.status(304).end();
    return;
  }
  const encoding = request.acceptsEncodings('br', 'gzip', 'identity') || 'identity';
  const body = page[encoding as 'br' | 'gzip' | 'identity'];
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.status(status).setHeader('Content-Length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Logs an unknown path with its referrer, once a minute for each path, bounded so that a scanner cannot fill memory. */
function missingPathLog(logger: Logger, clock: Clock): (path: string, referrer: string | undefined) => void {
  const noted = new Map<string, number>();
  return (path, referrer) => {
    const now = clock.now().getTime();
    if ((noted.get(path) ?? 0) > now - NOTED_MS) return;
    if (noted.size >= NOTED_PATHS) noted.clear();
    noted.set(path, now);
    logger.info('page not found', {
      path: path.slice(0, 300),
      referrer: referrer?.split('?')[0]?.slice(0, 300),
    });
  };
}
