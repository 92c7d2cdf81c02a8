/**
 * Emulator for the external application that the site opens: one page saying where one is.
 * Every path answers it, so that links into the application never end in an error page here.
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import express from 'express';
import { listen } from '../serving/listen.ts';
import { pageFile } from '../serving/pages.ts';
import type { Emulator } from '../emulator.ts';

const PAGE = join(import.meta.dirname, 'page');

export interface AppEmulatorOptions {
  host: string;
  port: number;
}

export async function startAppEmulator({ host, port }: AppEmulatorOptions): Promise<Emulator> {
  const app = express().disable('x-powered-by');
  app.get('/app.css', pageFile(PAGE, 'app.css'));
  app.get('/{*path}', pageFile(PAGE, 'index.html'));
  const server = createServer(app);
  const realPort = await listen(server, {
    host,
    port,
    name: 'emulator application',
    setting: 'EMULATOR_APP_PORT',
  });
  return {
    url: `http://${host}:${realPort}`,
    port: realPort,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
