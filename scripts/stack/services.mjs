import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../machine/commands.mjs';
import { UserError } from '../machine/user-error.mjs';
import { runService } from '../machine/run-service.mjs';
import { node } from '../machine/runtime.mjs';
import { ports as knownPorts, root } from '../machine/settings.mjs';
import { responds, until } from '../machine/wait.mjs';

const READY_WITHIN_MS = 60_000;
const MIGRATED_WITHIN_MS = 300_000;
/** What lives in the heaps is small; left alone, the runtime collects so late that load doubles them. README and images say the same. */
const RUNTIME_ARGUMENTS = {
  'main.js': ['--max-semi-space-size=8'],
  'worker.js': ['--max-semi-space-size=8', '--max-old-space-size=160'],
};

/** Which emulators these settings leave to us. */
export function emulatorsFor({ env }) {
  return [
    !env.STRIPE_SECRET_KEY && 'payments',
    !env.SMTP_URL && 'mailbox',
    !env.APP_URL && 'app',
  ].filter(Boolean);
}

/** The ports that will be listened on, each with its setting and what is served there. */
export function portsFor(settings) {
  const emulators = emulatorsFor(settings);
  const needed = [
    'PORT',
    'WORKER_PORT',
    emulators.includes('payments') && 'PAYMENT_SANDBOX_PORT',
    emulators.includes('mailbox') && 'MAILBOX_PORT',
    emulators.includes('mailbox') && 'MAILBOX_SMTP_PORT',
    emulators.includes('app') && 'EMULATOR_APP_PORT',
    !settings.env.DATABASE_URL && 'EMBEDDED_POSTGRES_PORT',
    !settings.env.REDIS_URL && 'EMBEDDED_REDIS_PORT',
  ];
  return needed
    .filter(Boolean)
    .map((setting) => ({ setting, port: settings.ports[setting], what: knownPorts[setting].what }));
}

/** What the process of the emulators runs with. */
export function emulatorEnvironment(settings) {
  const { env, dataDir, ports, siteUrl, connectHost } = settings;
  return {
    NODE_ENV: 'development',
    EMULATORS_HOST: '127.0.0.1',
    PAYMENT_SANDBOX_PUBLIC_URL: `${siteUrl}/api/sandbox`,
    PAYMENT_SANDBOX_WEBHOOK_URL: `http://${connectHost}:${ports.PORT}/api/webhooks/stripe`,
    ...withoutBootstrap(env),
    ...Object.fromEntries(Object.keys(knownPorts).map((name) => [name, String(ports[name])])),
    DATA_DIR: dataDir,
    EMULATORS: emulatorsFor(settings).join(','),
  };
}

/** The first administrator is the business of the migration alone. */
function withoutBootstrap({ BOOTSTRAP_ADMIN_EMAIL: _email, BOOTSTRAP_ADMIN_PASSWORD: _password, ...others }) {
  return others;
}

/** Starts the API or a worker and resolves when it says that it is ready. `unless` may end the wait with an error. */
export async function runProduct({ name, file, environment, readyUrl, settings, unless }) {
  const service = runService({
    name,
    command: node,
    args: [...(RUNTIME_ARGUMENTS[file] ?? []), join(root, 'backend', 'dist', file)],
    cwd: root,
    env: withoutBootstrap(environment),
    exitsWithParent: true,
    // Like Ctrl-C: no load balancer in front of it needs time to learn that it stops.
    stopSignal: 'SIGINT',
    pidFile: join(settings.dataDir, `${name}.pid`),
    logFile: join(settings.logsDir, `${name}.log`),
  });
  try {
    await until(() => responds(readyUrl, 200), {
      what: `${name} getting ready (${readyUrl}; see ${service.logFile})`,
      timeoutMs: READY_WITHIN_MS,
      unless: () => service.failure() ?? unless(),
    });
    return service;
  } catch (error) {
    await service.stop();
    throw error;
  }
}

/** Brings the database up to date: tables, prices at the payment provider, first administrator. `signal` may end it. */
export async function migrate(environment, logsDir, signal) {
  const { code, text } = await runCommand(node, [join(root, 'backend', 'dist', 'migrate.js')], {
    cwd: root,
    env: environment,
    limitMs: MIGRATED_WITHIN_MS,
    signal,
  });
  const logFile = join(logsDir, 'migrate.log');
  writeFileSync(logFile, text);
  if (code === 0) return;
  throw new UserError(
    `Migrating the database failed (${code === 'too slow' ? 'it did not end in time' : `exit code ${code}`}):\n${lastWords(text)}`,
    `correct what it names (all of it is in ${logFile}), then run the same command again; nothing half-done stays.`,
  );
}

/** The end of a log without the stacks of its errors; lines that are no entries as they are. */
function lastWords(text) {
  const words = (line) => {
    try {
      const { msg, error } = JSON.parse(line);
      return [msg, error?.message].filter(Boolean).join(': ');
    } catch {
      return line;
    }
  };
  return text.trimEnd().split('\n').slice(-15).map(words).join('\n');
}
