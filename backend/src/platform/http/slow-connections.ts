import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The headers of a request have to arrive within this time. */
const HEADERS_WITHIN_MS = 10_000;
/** While a body is awaited, or a response is being taken off, this much has to pass in so many seconds. */
const LEAST_BYTES = 10_240;
const PERIOD_SECONDS = 10;
const SECOND_MS = 1000;
const IDLE_MS = 70_000;
const MOST_CONNECTIONS = 10_000;

interface Progress {
  request?: IncomingMessage;
  response?: ServerResponse;
  /** Seconds of the period that runs, and what had passed when it began. */
  seconds: number;
  received: number;
  sent: number;
  queued: number;
}

/**
 * Closes connections whose client is slow on purpose: headers, a body or the reading of a response drawn out, a few bytes at a time.
 * A client with little bandwidth passes. The runtime alone would allow each of them minutes. Call it before the server listens.
 */
export function closeSlowConnections(server: Server): void {
  server.headersTimeout = HEADERS_WITHIN_MS;
  server.keepAliveTimeout = IDLE_MS;
  server.maxConnections = MOST_CONNECTIONS;
  // An option of the constructor, which the framework calls.
  Object.assign(server, { connectionsCheckingInterval: SECOND_MS });
  const connections = new Map<Socket, Progress>();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { seconds: 0, ...passed(socket) });
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', (request, response) => {
    const progress = connections.get(request.socket);
    if (progress) Object.assign(progress, { request, response });
  });
  const timer = setInterval(() => {
    for (const [socket, progress] of connections)
      if (isTooSlow(socket, progress)) closeSlow(socket, progress);
  }, SECOND_MS).unref();
  server.once('close', () => clearInterval(timer));
}

function isTooSlow(socket: Socket, progress: Progress): boolean {
  const now = passed(socket);
  const owesBytes = isAwaitingBody(progress.request) || socket.writableLength > 0;
  progress.seconds = owesBytes ? progress.seconds + 1 : 0;
  if (owesBytes && progress.seconds < PERIOD_SECONDS) return false;
  const bytes =
    now.received - progress.received + (now.sent - progress.sent) + Math.max(0, progress.queued - now.queued);
  Object.assign(progress, now);
  if (!owesBytes || bytes >= LEAST_BYTES) {
    progress.seconds = 0;
    return false;
  }
  return true;
}

/** False, too, while it is us who have not taken what has arrived. */
function isAwaitingBody(request: IncomingMessage | undefined): boolean {
  return request !== undefined && !request.complete && request.readableLength < request.readableHighWaterMark;
}

/** Bytes so far; of a large chunk under way only `queued`, what the system has not taken of it, tells how far it is. */
function passed(socket: Socket): Pick<Progress, 'received' | 'sent' | 'queued'> {
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize?: number } };
  return {
    received: socket.bytesRead,
    sent: socket.bytesWritten - socket.writableLength,
    queued: handle?.writeQueueSize ?? 0,
  };
}

/** A reset, unlike an ordinary close, also frees what the system holds for a client that does not read. */
function closeSlow(socket: Socket, { response }: Progress): void {
  if (response?.headersSent) return void socket.resetAndDestroy();
  socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  socket.destroySoon();
}
