import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../../stack/machine/ports.mjs';
import { ports, root } from '../../stack/machine/settings.mjs';

/** A temporary folder, removed after the test. */
export function temporaryFolder(test) {
  const folder = mkdtempSync(join(tmpdir(), 'launcher-test-'));
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const serverScript = (variable) => `
  import { createServer } from 'node:http';
  const server = createServer((_, response) => response.end('ok')).listen(Number(process.env.${variable}));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.close().closeAllConnections());
`;

const EMULATORS = `
  import { createServer as http } from 'node:http';
  import { createServer as tcp } from 'node:net';
  for (const name of ['PAYMENT_SANDBOX_PORT', 'MAILBOX_PORT', 'EMULATOR_APP_PORT']) {
    http((_, response) => response.end('ok')).listen(Number(process.env[name]), '127.0.0.1');
  }
  tcp((socket) => socket.on('error', () => undefined).end('220 ready\\r\\n')).listen(Number(process.env.MAILBOX_SMTP_PORT), '127.0.0.1');
  process.on('SIGTERM', () => process.exit(0));
`;

const ENTRY = `
  import { launch } from './scripts/launch.mjs';
  import { formatError } from './stack/machine/user-error.mjs';
  await launch().catch((error) => {
    console.error(formatError(error));
    process.exitCode = 1;
  });
`;

/**
 * A repository with our launcher and a stub of the product: `{ folder, entry, environment, port(setting) }`. PostgreSQL and Redis are
 * real.
 */
export async function miniatureRepository(test) {
  const folder = temporaryFolder(test);
  for (const name of ['scripts', 'stack']) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(root, '.data', 'tools'), { recursive: true });
  // With the permissions that an earlier version used.
  mkdirSync(join(folder, '.data'), { mode: 0o755 });
  symlinkSync(join(root, '.data', 'tools'), join(folder, '.data', 'tools'));
  const files = {
    'package.json': '{ "type": "module" }',
    'start.mjs': ENTRY,
    'backend/dist/main.js': serverScript('PORT'),
    'backend/dist/worker.js': serverScript('WORKER_PORT'),
    'backend/dist/migrate.js': '',
    'sandbox/src/main.ts': EMULATORS,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const free = await freePorts(Object.keys(ports).length);
  const assigned = Object.fromEntries(Object.keys(ports).map((name, index) => [name, free[index]]));
  const lines = Object.entries(assigned).map(([name, port]) => `${name}=${port}\n`);
  writeFileSync(join(folder, '.env'), lines.join(''));
  return {
    folder,
    entry: join(folder, 'start.mjs'),
    environment: { PATH: process.env.PATH, HOME: process.env.HOME },
    port: (setting) => assigned[setting],
  };
}
