/**
 * Placeholder for the external application that the site links to. Serves one page at every path, so that deep links into
 * the application never return a 404 here.
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import express from 'express';
import { listen } from '../serving/listen.ts';
import { pageFile } from '../serving/pages.ts';
import type { Emulator } from '../emulator.ts';

const PAGE = join(import.meta.dirname, 'page');

export interface EmulatorAppOptions {
  host: string;
  port: number;
}

export async function startEmulatorApp({ host, port }: EmulatorAppOptions): Promise<Emulator> {
  const app = express().disable('x-powered-by');
  app.get('/app.css', pageFile(PAGE, 'app.css'));
  app.get('/{*path}', pageFile(PAGE, 'index.html'));
  const server = createServer(app);
  const boundPort = await listen(server, {
    host,
    port,
    name: 'emulator app',
    setting: 'EMULATOR_APP_PORT',
  });
  return {
    url: `http://${host}:${boundPort}`,
    port: boundPort,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
