import type { RequestHandler } from 'express';
import type { IncomingMessage } from 'node:http';
import { DomainError } from '../domain-error.js';

const HOST = /^([\w.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;
const ABSOLUTE_URL = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Describes what another server could interpret differently in this request: its host, its target, or where its body ends. A proxy
 * that interprets it differently could be tricked into bypassing its own rules (request smuggling). Node rejects the other cases.
 */
export function findAmbiguity(request: IncomingMessage): string | undefined {
  const [host, ...otherHosts] = readHeaderValues(request, 'host');
  if (otherHosts.length > 0) return 'Send exactly one Host header.';
  if (host !== undefined && !HOST.test(host))
    return 'The Host header must be a hostname with an optional port.';
  if (!matchesHost(host, request.url ?? ''))
    return 'The request target and the Host header must name the same host.';
  const codings = readHeaderValues(request, 'transfer-encoding');
  if (codings.length === 0) return undefined;
  const isChunked = codings.length === 1 && codings[0]!.toLowerCase() === 'chunked';
  return isChunked && request.httpVersion === '1.1'
    ? undefined
    : 'The only supported Transfer-Encoding is chunked, in HTTP/1.1.';
}

/** Rejects ambiguous requests and closes the connection, because what follows on it may belong to the same attack. */
export const rejectAmbiguousRequests: RequestHandler = (request, response, next) => {
  const ambiguity = findAmbiguity(request);
  if (ambiguity === undefined) return next();
  response.setHeader('Connection', 'close');
  next(new DomainError('malformed', 'malformed_request', ambiguity));
};

/** All values of a header. `request.headers` would join them, or keep only the first. */
function readHeaderValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index]!;
    if (header.length === name.length && header.toLowerCase() === name) values.push(rawHeaders[index + 1]!);
  }
  return values;
}

/** A path fits any host; an absolute URL, as sent to proxies, only its own. */
function matchesHost(host: string | undefined, target: string): boolean {
  if (!ABSOLUTE_URL.test(target)) return true;
  const url = URL.parse(target);
  if (!url?.host || !/^[a-z]+:\/\/[^/]/i.test(target)) return false;
  return host === undefined || url.host === URL.parse(`${url.protocol}//${host}`)?.host;
}
