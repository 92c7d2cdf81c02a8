import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../machine/commands.mjs';
import { UserError } from '../machine/user-error.mjs';
import { runService } from '../machine/run-service.mjs';
import { node } from '../machine/runtime.mjs';
import { ports as knownPorts, root } from '../machine/settings.mjs';
import { responds, until } from '../machine/wait.mjs';

const READY_TIMEOUT_MS = 60_000;
const MIGRATION_TIMEOUT_MS = 300_000;
/** By default, V8 collects garbage so late that memory doubles under load. Keep in sync with README and Dockerfile. */
const NODE_OPTIONS = {
  'main.js': ['--max-semi-space-size=8'],
  'worker.js': ['--max-semi-space-size=8', '--max-old-space-size=160'],
};

/** The emulators needed with these settings. */
export function emulatorsFor({ env }) {
  return [!env.STRIPE_SECRET_KEY && 'payments', !env.SMTP_URL && 'mailbox', !env.APP_URL && 'app'].filter(
    Boolean,
  );
}

/** The ports to use, each with its setting and purpose. */
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

/** Environment of the emulator process. */
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

/** Only the migration needs the initial administrator's credentials. */
function withoutBootstrap({ BOOTSTRAP_ADMIN_EMAIL: _email, BOOTSTRAP_ADMIN_PASSWORD: _password, ...others }) {
  return others;
}

/** Starts the API or a worker and resolves once it reports ready. `unless` may end the wait with an error. */
export async function runProduct({ name, file, environment, readyUrl, settings, unless }) {
  const service = runService({
    name,
    command: node,
    args: [...(NODE_OPTIONS[file] ?? []), join(root, 'backend', 'dist', file)],
    cwd: root,
    env: withoutBootstrap(environment),
    exitsWithParent: true,
    // Like Ctrl-C: there is no load balancer to drain.
    stopSignal: 'SIGINT',
    pidFile: join(settings.dataDir, `${name}.pid`),
    logFile: join(settings.logsDir, `${name}.log`),
  });
  try {
    await until(() => responds(readyUrl, 200), {
      what: `${name} to be ready (${readyUrl}; see ${service.logFile})`,
      timeoutMs: READY_TIMEOUT_MS,
      unless: () => service.failure() ?? unless(),
    });
    return service;
  } catch (error) {
    await service.stop();
    throw error;
  }
}

/** Runs the migration: tables, prices at the payment provider, initial administrator. `signal` may abort it. */
export async function migrate(environment, logsDir, signal) {
  const { code, text } = await runCommand(node, [join(root, 'backend', 'dist', 'migrate.js')], {
    cwd: root,
    env: environment,
    limitMs: MIGRATION_TIMEOUT_MS,
    signal,
  });
  const logFile = join(logsDir, 'migrate.log');
  writeFileSync(logFile, text);
  if (code === 0) return;
  throw new UserError(
    `The database migration failed (${code === 'timed out' ? code : `exit code ${code}`}):\n${lastLines(text)}`,
    `fix the cause shown above (full log: ${logFile}), then run the same command again. A failed migration is rolled back.`,
  );
}

/** The last lines of a log, reduced to messages; lines that aren't JSON are kept as they are. */
function lastLines(text) {
  const summarize = (line) => {
    try {
      const { msg, error } = JSON.parse(line);
      return [msg, error?.message].filter(Boolean).join(': ');
    } catch {
      return line;
    }
  };
  return text.trimEnd().split('\n').slice(-15).map(summarize).join('\n');
}
