import { join } from 'node:path';
import { stopLeftover } from '../machine/processes.mjs';
import { runService } from '../machine/run-service.mjs';
import { root } from '../machine/settings.mjs';
import { tcpRequest } from '../machine/tcp.mjs';
import { responds, until } from '../machine/wait.mjs';

/**
 * The emulators of external services in one process: payment sandbox, mailbox and external app. `environment` contains their ports
 * and, in `EMULATORS`, which of `payments,mailbox,app` to run.
 */
export async function launchEmulators({ dataDir, logsDir, node, environment, ports }) {
  const pidFile = join(dataDir, 'emulators.pid');
  await stopLeftover(pidFile);
  const service = runService({
    name: 'emulators',
    command: node,
    args: [join(root, 'sandbox', 'src', 'main.ts')],
    env: environment,
    cwd: root,
    pidFile,
    logFile: join(logsDir, 'emulators.log'),
    exitsWithParent: true,
  });
  const enabled = environment.EMULATORS.split(',');
  const pages = {
    payments: ports.PAYMENT_SANDBOX_PORT,
    mailbox: ports.MAILBOX_PORT,
    app: ports.EMULATOR_APP_PORT,
  };
  const options = { what: 'the emulators to be ready', timeoutMs: 30_000, unless: service.failure };
  try {
    for (const name of enabled) await until(() => responds(`http://127.0.0.1:${pages[name]}/`), options);
    if (enabled.includes('mailbox')) {
      await until(async () => (await tcpRequest(ports.MAILBOX_SMTP_PORT)).startsWith('220'), options);
    }
  } catch (error) {
    await service.stop();
    throw error;
  }
  return service;
}
