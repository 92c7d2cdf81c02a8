import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './machine/commands.mjs';
import { UserError } from './machine/user-error.mjs';
import { runService } from './machine/run-service.mjs';
import { node } from './machine/runtime.mjs';
import { ports as knownPorts, root } from './machine/settings.mjs';
import { responds, until } from './machine/wait.mjs';

const READY_TIMEOUT_MS = 60_000;
const MIGRATION_TIMEOUT_MS = 300_000;
/** By default, V8 collects garbage so late that memory doubles under load. Keep in sync with README and Dockerfile. */
const NODE_OPTIONS = {
  main: ['--max-semi-space-size=8'],
  worker: ['--max-semi-space-size=8', '--max-old-space-size=160'],
};
/** Loads TypeScript with the compiler settings of the build. */
const FROM_SOURCE = [
  '--enable-source-maps',
  '--import',
  join(root, 'backend', 'test', 'support', 'run-typescript.mjs'),
];
/** Node restarts the process when a source changes. SIGINT: there is no load balancer to drain. Few collections: a faster start. */
const WATCH = [
  '--min-semi-space-size=32',
  '--max-semi-space-size=32',
  '--watch-preserve-output',
  '--watch-kill-signal=SIGINT',
  ...['backend', 'shared'].map((name) => `--watch-path=${join(root, name, 'src')}`),
];

/** For a fast restart: compiled code is cached, and the API doesn't prepare the built site, which Vite serves. */
const WATCH_ENVIRONMENT = {
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
  SITE_FOLDER: join(root, 'frontend', 'src'),
};

/** Arguments that run an entry point of the backend (`main`, `worker`, `migrate`): as built, or from source. */
function entryPoint(name, { fromSource }) {
  return fromSource
    ? [...FROM_SOURCE, join(root, 'backend', 'src', `${name}.ts`)]
    : [...(NODE_OPTIONS[name] ?? []), join(root, 'backend', 'dist', `${name}.js`)];
}

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
export function emulatorEnvironment(settings, apiUrl) {
  const { env, dataDir, ports, siteUrl } = settings;
  return {
    NODE_ENV: 'development',
    EMULATORS_HOST: '127.0.0.1',
    PAYMENT_SANDBOX_PUBLIC_URL: `${siteUrl}/api/sandbox`,
    PAYMENT_SANDBOX_WEBHOOK_URL: `${apiUrl}/api/webhooks/stripe`,
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

/**
 * Starts the API (`main`) or a worker and resolves once it reports ready. `unless` may end the wait with an error. With `watch`, it
 * runs from source, restarts on changes, and may take as long as it needs: an error in the source is something to correct.
 */
export async function runProduct({ name, entry, environment, readyUrl, settings, unless, watch, onLine }) {
  return runUntilReady({
    name,
    args: [...(watch ? WATCH : []), ...entryPoint(entry, { fromSource: watch })],
    env: { ...withoutBootstrap(environment), ...(watch && WATCH_ENVIRONMENT) },
    readyUrl,
    settings,
    unless,
    onLine,
    timeoutMs: watch ? Infinity : READY_TIMEOUT_MS,
  });
}

/** Starts Vite's development server with the site, which passes API requests on to `apiUrl`. */
export async function runSite({ apiUrl, environment, settings, unless, onLine }) {
  const { env, connectHost, ports } = settings;
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  return runUntilReady({
    name: 'site',
    args: [
      vite,
      'frontend',
      '--strictPort',
      '--clearScreen=false',
      `--port=${ports.PORT}`,
      `--host=${env.HOST || connectHost}`,
    ],
    env: { ...withoutBootstrap(environment), API_URL: apiUrl, VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' },
    readyUrl: `http://${connectHost}:${ports.PORT}/`,
    settings,
    unless,
    onLine,
  });
}

async function runUntilReady({
  name,
  args,
  env,
  readyUrl,
  settings,
  unless,
  onLine,
  timeoutMs = READY_TIMEOUT_MS,
}) {
  const service = runService({
    name,
    command: node,
    args,
    cwd: root,
    env,
    exitsWithParent: true,
    // Like Ctrl-C: there is no load balancer to drain.
    stopSignal: 'SIGINT',
    pidFile: join(settings.dataDir, `${name}.pid`),
    logFile: join(settings.logsDir, `${name}.log`),
    onLine,
  });
  try {
    await until(() => responds(readyUrl, 200), {
      what: `${name} to be ready (${readyUrl}; see ${service.logFile})`,
      timeoutMs,
      unless: () => service.failure() ?? unless(),
    });
    return service;
  } catch (error) {
    await service.stop();
    throw error;
  }
}

/** Runs the migration: tables, prices at the payment provider, initial administrator. `signal` may abort it. */
export async function migrate({ environment, logsDir, signal, fromSource }) {
  const { code, text } = await runCommand(node, entryPoint('migrate', { fromSource }), {
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
