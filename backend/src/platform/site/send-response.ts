import type { Request, Response } from 'express';
import type { SiteResponse } from './built-site.js';
import { ENCODINGS, type Encoding } from './document.js';

/** Sends a document in the smallest encoding the client takes; 304 where it has it already. A 404 is never kept. */
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
  if (status === 200 && isKnown(document.etag, request.headers['if-none-match'])) {
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

/** Compares weakly, as the standard wants it here: proxies weaken what they compress. */
function isKnown(etag: string, input: string | undefined): boolean {
  if (input === undefined) return false;
  const opaque = etag.slice('W/'.length);
  return input.trim() === '*' || input.split(',').some((each) => each.trim().replace(/^W\//, '') === opaque);
}

const KNOWN_HEADERS = 100;
const decided = new Map<string, Encoding>();

/** Browsers send a handful of different headers: each is judged once. */
function encodingFor(request: Request): Encoding {
  const input = request.headers['accept-encoding'] as string | undefined;
  if (input === undefined) return 'identity';
  const known = decided.get(input);
  if (known) return known;
  const encoding = ENCODINGS.find((each) => request.acceptsEncodings(each)) ?? 'identity';
  if (decided.size < KNOWN_HEADERS && input.length < 200) decided.set(input, encoding);
  return encoding;
}
