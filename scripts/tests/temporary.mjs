import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePortSettings } from '../../stack/machine/ports.mjs';
import { root } from '../../stack/machine/runtime.mjs';

/** A temporary folder, removed after the test. */
export function temporaryFolder(test) {
  const folder = mkdtempSync(join(tmpdir(), 'launcher-test-'));
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Every running process, without zombies: `[{ pid, parent, command }]`. */
export function processes() {
  return execFileSync('ps', ['-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8', maxBuffer: 1e8 })
    .trim()
    .split('\n')
    .map((line) => /^ *(\d+) +(\d+) +(\S+) +(.*)$/.exec(line))
    .filter((fields) => fields && !fields[3].startsWith('Z'))
    .map(([, pid, parent, , command]) => ({ pid: Number(pid), parent: Number(parent), command }));
}

export function isRunning(pid) {
  return processes().some((candidate) => candidate.pid === pid);
}

/** The status of the page at a port, however long the response takes. */
export async function getStatus(port) {
  const response = await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' });
  await response.body?.cancel();
  return response.status;
}

/** Sends `request` and resolves with the response text once it matches `complete`. Rejects after 30 s of silence. */
export function tcpRequest(port, request, complete = /\n/) {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(request));
    socket.setTimeout(30_000, () =>
      socket.destroy(new Error(`incomplete response from port ${port}: ${JSON.stringify(text)}`)),
    );
    socket.on('data', (bytes) => {
      text += bytes.toString('utf8');
      if (!complete.test(text)) return;
      socket.destroy();
      resolve(text);
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`port ${port} closed the connection`)));
  });
}

const SERVICES = {
  postgres: /bin\/postgres --port/,
  redis: /redis-server|valkey-server/,
  emulators: /sandbox\/src\/main\.ts/,
  api: /backend\/(dist|src)\/main\./,
  worker: /backend\/(dist|src)\/worker\./,
  site: /vite\/bin\/vite\.js/,
  watchdog: /watchdog-process\.mjs/,
};

/** The process ids of a launcher's services by name; further workers are `worker-2`, … */
export function findServices(launcher) {
  const found = {};
  for (const { pid, parent, command } of processes()) {
    if (parent !== launcher) continue;
    const name = Object.keys(SERVICES).find((service) => SERVICES[service].test(command));
    const count = Object.keys(found).filter((other) => other.startsWith(name)).length;
    found[count > 0 ? `${name}-${count + 1}` : name] = pid;
  }
  return found;
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
  const assigned = await freePortSettings();
  const lines = Object.entries(assigned).map(([name, port]) => `${name}=${port}\n`);
  writeFileSync(join(folder, '.env'), lines.join(''));
  return {
    folder,
    entry: join(folder, 'start.mjs'),
    environment: { PATH: process.env.PATH, HOME: process.env.HOME },
    port: (setting) => Number(assigned[setting]),
  };
}
