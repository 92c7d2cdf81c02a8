import type { Request, Response } from 'express';
import type { SiteResponse } from './built-site.js';
import { ENCODINGS, type Encoding } from './document.js';

/** Sends a document in the smallest encoding the client accepts, or 304 if the client has it. A 404 is never cached. */
export function sendResponse(
  { status, document }: SiteResponse,
  common: Readonly<Record<string, string>>,
  request: Request,
  response: Response,
): void {
  const headers: Record<string, string | number> = {
    ...common,
    ETag: document.etag,
    'Cache-Control': status === 200 ? 'no-cache' : 'no-store',
    Vary: 'Accept-Encoding',
  };
  if (status === 200 && matchesEtag(document.etag, request.headers['if-none-match'])) {
    response.writeHead(304, headers).end();
    return;
  }
  const encoding = encodingFor(request);
  const body = document[encoding];
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding;
  headers['Content-Type'] = document.contentType;
  headers['Content-Length'] = body.length;
  response.writeHead(status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Weak comparison, as If-None-Match requires: proxies weaken the ETags of what they compress. */
function matchesEtag(etag: string, header: string | undefined): boolean {
  if (header === undefined) return false;
  const opaque = etag.slice('W/'.length);
  return (
    header.trim() === '*' || header.split(',').some((each) => each.trim().replace(/^W\//, '') === opaque)
  );
}

const MAX_CACHED_HEADERS = 100;
const encodingCache = new Map<string, Encoding>();

/** Cached, because browsers send only a handful of different headers. */
function encodingFor(request: Request): Encoding {
  const header = request.headers['accept-encoding'] as string | undefined;
  if (header === undefined) return 'identity';
  const cached = encodingCache.get(header);
  if (cached) return cached;
  const encoding = ENCODINGS.find((each) => request.acceptsEncodings(each)) ?? 'identity';
  if (encodingCache.size < MAX_CACHED_HEADERS && header.length < 200) encodingCache.set(header, encoding);
  return encoding;
}
