import { Injectable } from '@nestjs/common';
import type { Server, ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Server as SocketServer, type Socket } from 'node:net';
import { closeSlowConnections } from './slow-connections.js';
import { MAX_HEADER_BYTES, respondToUnparsable } from './unparsable-requests.js';

/** Undefined means all interfaces. */
export type Host = string | undefined;

/**
 * The process's HTTP server and its connections. Shutdown loses no request: first every response tells its client to close the
 * connection, then new and idle connections are closed while in-flight requests finish.
 */
@Injectable()
export class HttpServer {
  private server: Server | undefined;
  private readonly listeners: SocketServer[] = [];
  /** Open connections, each with its in-flight responses. */
  private readonly connections = new Map<Socket, Set<ServerResponse>>();
  private keepAlive = true;
  private accepting = true;
  private whenClosed: (() => void) | undefined;

  /** Must be called before the server listens. */
  attach(server: Server): void {
    this.server = server;
    closeSlowConnections(server);
    // A constructor option, but Nest calls the constructor.
    Object.assign(server, { maxHeaderSize: MAX_HEADER_BYTES });
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
      const hasBegun = [...(this.connections.get(socket) ?? [])].some(({ headersSent }) => headersSent);
      respondToUnparsable(socket, error, { hasBegun });
    });
    server.on('connection', (socket: Socket) => {
      this.connections.set(socket, new Set());
      socket.once('close', () => {
        this.connections.delete(socket);
        if (this.connections.size === 0) this.whenClosed?.();
      });
    });
    server.prependListener('request', ({ socket }, response) => {
      this.connections.get(socket)?.add(response);
      if (!this.keepAlive) response.shouldKeepAlive = false;
      response.once('close', () => {
        this.connections.get(socket)?.delete(response);
        if (!this.accepting) this.closeIfIdle(socket);
      });
    });
  }

  /** Resolves when listening on every host. Skips `::1` on machines without IPv6. */
  async listen(port: number, [first, ...others]: readonly Host[]): Promise<void> {
    const server = this.server!;
    await listen(server, port, first);
    this.listeners.push(server);
    const { port: chosen } = server.address() as AddressInfo;
    for (const host of others) {
      const listener = createServer((socket) => server.emit('connection', socket));
      try {
        await listen(listener, chosen, host);
        this.listeners.push(listener);
      } catch (error) {
        if (!['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes((error as NodeJS.ErrnoException).code ?? ''))
          throw error;
      }
    }
  }

  /** From now on every response has `Connection: close`. */
  disableKeepAlive(): void {
    this.keepAlive = false;
    for (const responses of this.connections.values())
      for (const response of responses) response.shouldKeepAlive = false;
  }

  /** Stops accepting connections and closes existing ones as they become idle. Resolves when none is left or the time is up. */
  async close(withinMs: number): Promise<void> {
    this.disableKeepAlive();
    this.accepting = false;
    for (const listener of this.listeners) listener.close();
    for (const socket of this.connections.keys()) this.closeIfIdle(socket);
    if (this.connections.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.whenClosed = resolve;
      timer = setTimeout(resolve, withinMs);
    });
    clearTimeout(timer);
    for (const socket of this.connections.keys()) socket.destroy();
  }

  /** A connection with an incomplete request also counts as idle, because nothing of it has been processed. */
  private closeIfIdle(socket: Socket): void {
    if (this.connections.get(socket)?.size === 0) socket.destroySoon();
  }
}

function listen(server: SocketServer, port: number, host: Host): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
