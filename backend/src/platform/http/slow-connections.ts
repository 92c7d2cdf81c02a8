import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Request headers must arrive within this time. */
const HEADERS_TIMEOUT_MS = 10_000;
/** While a body is being received or a response sent, at least this many bytes must be transferred in the window. */
const MIN_BYTES = 8192;
const WINDOW_SECONDS = 8;
const SECOND_MS = 1000;
const IDLE_MS = 70_000;
const MAX_CONNECTIONS = 10_000;
/** A whole request must arrive within this time, unless it is a file. */
const REQUEST_SECONDS = 300;

const longBodies = new WeakSet<IncomingMessage>();

/** Lets the body take any time, as long as it is not too slow: a file can have any length. */
export function allowLongBody(request: IncomingMessage): void {
  longBodies.add(request);
}

interface Progress {
  request?: IncomingMessage;
  response?: ServerResponse;
  /** Seconds since the request's headers arrived. */
  requestSeconds: number;
  transferred: Transferred;
  /** Bytes transferred in each of the last seconds in which data was outstanding. */
  bytesPerSecond: number[];
}

interface Transferred {
  received: number;
  sent: number;
  /** Bytes of the current chunk that the kernel has not accepted: `sent` counts a chunk only once it is accepted entirely. */
  queued: number;
}

/**
 * Closes connections of clients that are slow on purpose: those that send headers or a body, or read a response, a few
 * bytes at a time. Clients with low bandwidth pass. Node's own timeouts allow minutes. Must be called before the server listens.
 */
export function closeSlowConnections(server: Server): void {
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.keepAliveTimeout = IDLE_MS;
  // Checked below, because it depends on the request.
  server.requestTimeout = 0;
  server.maxConnections = MAX_CONNECTIONS;
  // A constructor option, but Nest calls the constructor.
  Object.assign(server, { connectionsCheckingInterval: SECOND_MS });
  const connections = new Map<Socket, Progress>();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { transferred: transferred(socket), bytesPerSecond: [], requestSeconds: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', (request, response) => {
    const progress = connections.get(request.socket);
    if (progress) Object.assign(progress, { request, response, requestSeconds: 0 });
  });
  const timer = setInterval(() => {
    for (const [socket, progress] of connections)
      if (isTooSlow(socket, progress) || isTooLong(progress)) closeSlow(socket, progress);
  }, SECOND_MS).unref();
  server.once('close', () => clearInterval(timer));
}

function isTooSlow(socket: Socket, progress: Progress): boolean {
  const { transferred: before } = progress;
  const now = (progress.transferred = transferred(socket));
  const isTransferring = isAwaitingBody(progress.request) || socket.writableLength > 0;
  if (!isTransferring) {
    progress.bytesPerSecond = [];
    return false;
  }
  const chunkBytes = Math.max(0, before.queued - now.queued);
  progress.bytesPerSecond.push(now.received - before.received + (now.sent - before.sent) + chunkBytes);
  if (progress.bytesPerSecond.length <= WINDOW_SECONDS) return false;
  progress.bytesPerSecond.shift();
  return progress.bytesPerSecond.reduce((sum, bytes) => sum + bytes, 0) < MIN_BYTES;
}

function isTooLong(progress: Progress): boolean {
  const { request } = progress;
  if (request === undefined || request.complete || longBodies.has(request)) return false;
  progress.requestSeconds += 1;
  return progress.requestSeconds > REQUEST_SECONDS;
}

/** Also false while we have not consumed what has arrived. */
function isAwaitingBody(request: IncomingMessage | undefined): boolean {
  return request !== undefined && !request.complete && request.readableLength < request.readableHighWaterMark;
}

function transferred(socket: Socket): Transferred {
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize?: number } };
  return {
    received: socket.bytesRead,
    sent: socket.bytesWritten - socket.writableLength,
    queued: handle?.writeQueueSize ?? 0,
  };
}

/** Unlike a regular close, a reset also frees the kernel buffers of a client that does not read. */
function closeSlow(socket: Socket, { response }: Progress): void {
  if (response?.headersSent) return void socket.resetAndDestroy();
  socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  socket.destroySoon();
}
