import { join } from 'node:path';
import { endLeftover } from '../machine/processes.mjs';
import { runPart } from '../machine/run-part.mjs';
import { root } from '../machine/settings.mjs';
import { ask } from '../machine/tcp.mjs';
import { answers, until } from '../machine/wait.mjs';

/**
 * The stand-ins for the outside world in one process: payment sandbox, mailbox and external app.
 * `environment` carries their ports and, as `STANDINS`, which of `payments,mailbox,app` are wanted.
 */
export async function bringUpStandIns({ dataDir, logsDir, node, environment, ports }) {
  const pidFile = join(dataDir, 'standins.pid');
  await endLeftover(pidFile);
  const part = runPart({
    name: 'standins',
    command: node,
    args: [join(root, 'sandbox', 'src', 'main.ts')],
    env: environment,
    cwd: root,
    pidFile,
    logFile: join(logsDir, 'standins.log'),
    ends: 'with-us',
  });
  const wanted = environment.STANDINS.split(',');
  const pages = {
    payments: ports.PAYMENT_SANDBOX_PORT,
    mailbox: ports.MAILBOX_PORT,
    app: ports.STANDIN_APP_PORT,
  };
  const waiting = { what: 'the stand-ins getting ready', timeoutMs: 30_000, unless: part.failure };
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
