import { join } from 'node:path';
import { endLeftover } from '../machine/processes.mjs';
import { runPart } from '../machine/run-part.mjs';
import { root } from '../machine/settings.mjs';
import { ask } from '../machine/tcp.mjs';
import { answers, until } from '../machine/wait.mjs';

/**
 * The emulators for the outside world in one process: payment sandbox, mailbox and external app.
 * `environment` carries their ports and, as `EMULATORS`, which of `payments,mailbox,app` are wanted.
 */
export async function bringUpEmulators({ dataDir, logsDir, node, environment, ports }) {
  const pidFile = join(dataDir, 'emulators.pid');
  await endLeftover(pidFile);
  const part = runPart({
    name: 'emulators',
    command: node,
    args: [join(root, 'sandbox', 'src', 'main.ts')],
    env: environment,
    cwd: root,
    pidFile,
    logFile: join(logsDir, 'emulators.log'),
    ends: 'with-us',
  });
  const wanted = environment.EMULATORS.split(',');
  const pages = {
    payments: ports.PAYMENT_SANDBOX_PORT,
    mailbox: ports.MAILBOX_PORT,
    app: ports.EMULATOR_APP_PORT,
  };
  const waiting = { what: 'the emulators getting ready', timeoutMs: 30_000, unless: part.failure };
  try {
    for (const name of wanted) await until(() => answers(`http://127.0.0.1:${pages[name]}/`), waiting);
    if (wanted.includes('mailbox')) {
      await until(async () => (await ask(ports.MAILBOX_SMTP_PORT)).startsWith('220'), waiting);
    }
  } catch (error) {
    await part.stop();
    throw error;
  }
  return part;
}
