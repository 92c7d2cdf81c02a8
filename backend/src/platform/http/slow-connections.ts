import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The headers of a request have to arrive within this time. */
const HEADERS_WITHIN_MS = 10_000;
/** While a body is awaited, or a response is being taken off, this much has to pass in so many seconds. */
const LEAST_BYTES = 8192;
const PERIOD_SECONDS = 8;
const SECOND_MS = 1000;
const IDLE_MS = 70_000;
const MAX_CONNECTIONS = 10_000;

interface Progress {
  request?: IncomingMessage;
  response?: ServerResponse;
  passed: Passed;
  /** Bytes of each of the last seconds in which the client owed some. */
  seconds: number[];
}

interface Passed {
  received: number;
  sent: number;
  /** What the system has not taken of a chunk under way: `sent` counts a chunk only when all of it is taken. */
  queued: number;
}

/**
 * Closes connections whose client is slow on purpose: headers, a body or the reading of a response drawn out, a few bytes at a time.
 * A client with little bandwidth passes. The runtime alone would allow each of them minutes. Call it before the server listens.
 */
export function closeSlowConnections(server: Server): void {
  server.headersTimeout = HEADERS_WITHIN_MS;
  server.keepAliveTimeout = IDLE_MS;
  server.maxConnections = MAX_CONNECTIONS;
  // An option of the constructor, which the framework calls.
  Object.assign(server, { connectionsCheckingInterval: SECOND_MS });
  const connections = new Map<Socket, Progress>();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { passed: passed(socket), seconds: [] });
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
  const { passed: before } = progress;
  const now = (progress.passed = passed(socket));
  const owesBytes = isAwaitingBody(progress.request) || socket.writableLength > 0;
  if (!owesBytes) {
    progress.seconds = [];
    return false;
  }
  const ofChunk = Math.max(0, before.queued - now.queued);
  progress.seconds.push(now.received - before.received + (now.sent - before.sent) + ofChunk);
  if (progress.seconds.length <= PERIOD_SECONDS) return false;
  progress.seconds.shift();
  return progress.seconds.reduce((sum, bytes) => sum + bytes, 0) < LEAST_BYTES;
}

/** False, too, while it is us who have not taken what has arrived. */
function isAwaitingBody(request: IncomingMessage | undefined): boolean {
  return request !== undefined && !request.complete && request.readableLength < request.readableHighWaterMark;
}

function passed(socket: Socket): Passed {
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
