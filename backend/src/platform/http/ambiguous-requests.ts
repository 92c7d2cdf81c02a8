import type { RequestHandler } from 'express';
import type { IncomingMessage } from 'node:http';
import { DomainError } from '../errors/domain-error.js';

const HOST = /^([\w.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:/i;

/**
 * What is wrong with a request that another server could read differently than this one: its host, its target, or where its body ends.
 * A proxy in front that reads it the other way could be led past its own rules (request smuggling). Node rejects the rest of these.
 */
export function ambiguityOf(request: IncomingMessage): string | undefined {
  const [host, ...otherHosts] = valuesOf(request, 'host');
  if (otherHosts.length > 0) return 'Send exactly one Host header.';
  if (host !== undefined && !HOST.test(host))
    return 'The Host header must be a host name, with a port if needed.';
  if (!isTargetOf(host, request.url ?? ''))
    return 'The request target must not name another host than the Host header.';
  const codings = valuesOf(request, 'transfer-encoding');
  if (codings.length === 0) return undefined;
  const plain = codings.length === 1 && codings[0]!.toLowerCase() === 'chunked';
  return plain && request.httpVersion === '1.1'
    ? undefined
    : 'Transfer-Encoding must be chunked and nothing else, in HTTP/1.1.';
}

/** Rejects such a request and closes its connection: what follows on it may be part of the same attempt. */
export const unambiguousRequests: RequestHandler = (request, response, next) => {
  const ambiguity = ambiguityOf(request);
  if (ambiguity === undefined) return next();
  response.setHeader('Connection', 'close');
  next(new DomainError('malformed', 'malformed_request', ambiguity));
};

/** All values of a header, which `headers` would have joined, or left out but for the first. */
function valuesOf({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const input = rawHeaders[index]!;
    if (input.length === name.length && input.toLowerCase() === name) values.push(rawHeaders[index + 1]!);
  }
  return values;
}

/** A path is of any host; an absolute address, as proxies are sent it, only of its own. */
function isTargetOf(host: string | undefined, target: string): boolean {
  if (!ABSOLUTE.test(target)) return true;
  const url = URL.parse(target);
  if (!url?.host || !/^[a-z]+:\/\/[^/]/i.test(target)) return false;
  return host === undefined || url.host === URL.parse(`${url.protocol}//${host}`)?.host;
}
