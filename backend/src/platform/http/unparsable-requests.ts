import type { ErrorCode } from '@subscription-site/shared/errors';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** Of the URL and headers together: room for the largest access token that a setting allows, and as much again. */
export const MAX_HEADER_BYTES = 32 * 1024;
/** Time for the client to read the response. Closing at once would discard it if the client is still sending. */
const LINGER_MS = 1000;

type Response = [status: number, code: ErrorCode, message: string];
const MALFORMED: Response = [400, 'malformed_request', 'The request is not valid HTTP.'];
const RESPONSES: Partial<Record<string, Response>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'headers_too_large',
    `Together, the URL and headers may have at most ${MAX_HEADER_BYTES} bytes. If an access token is too large, reduce the user's metadata or sign in again.`,
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    413,
    'body_too_large',
    'The chunk extensions of the request body are too large.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'malformed_request', 'The headers of the request took too long to arrive.'],
};

/** Responds to a request that Node can't parse, in JSON that pages of all origins can read. Node's own responses have no body. */
export function respondToUnparsable(
  socket: Socket,
  { code = '' }: NodeJS.ErrnoException,
  { hasBegun }: { hasBegun: boolean },
): void {
  if (hasBegun || code === 'ECONNRESET') return void socket.destroy();
  // The rest of the request arrives.
  if (!socket.writable) return;
  const [statusCode, errorCode, message] = RESPONSES[code] ?? MALFORMED;
  const body = JSON.stringify({ statusCode, code: errorCode, message });
  const headers = [
    `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`,
    'Access-Control-Allow-Origin: *',
    'Cache-Control: no-store',
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
