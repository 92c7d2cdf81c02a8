import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './machine/commands.mjs';
import { startService } from './machine/run-service.mjs';
import { node, root } from './machine/runtime.mjs';
import { UserError } from './machine/user-error.mjs';
import { responds } from './machine/wait.mjs';

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
/** For a fast restart: compiled code is cached, and the API doesn't prepare the built site, which Vite serves. */
const WATCH_ENVIRONMENT = {
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
  SITE_FOLDER: join(root, 'frontend', 'src'),
};

/** Arguments that run an entry point of the backend (`main`, `worker`, `migrate`): as built, or from source. */
function entryPoint(name, fromSource) {
  return fromSource
    ? [...FROM_SOURCE, join(root, 'backend', 'src', `${name}.ts`)]
    : [...(NODE_OPTIONS[name] ?? []), join(root, 'backend', 'dist', `${name}.js`)];
}

/** Arguments that run an entry point from source and restart it when a source changes. */
function watchedEntryPoint(name) {
  const sources = join(root, 'backend', 'src');
  const runner = join(root, 'stack', 'machine', 'run-watched.mjs');
  return [runner, join(sources, `${name}.ts`), sources, join(root, 'shared', 'src')];
}

/** Only the migration needs the initial administrator's credentials. */
function withoutBootstrap({ BOOTSTRAP_ADMIN_EMAIL: _email, BOOTSTRAP_ADMIN_PASSWORD: _password, ...others }) {
  return others;
}

/**
 * Starts the API (`main`) or a worker and resolves once it reports ready. With `watch`, it runs from source, restarts on changes, and
 * may take as long as it needs: an error in the source is something to correct.
 */
export function startProduct({ entry, environment, watch, ...options }) {
  return startNode({
    args: watch ? watchedEntryPoint(entry) : entryPoint(entry, false),
    env: { ...environment, ...(watch && WATCH_ENVIRONMENT) },
    timeoutMs: watch ? Infinity : undefined,
    ...options,
  });
}

/** Starts Vite's development server with the site, which passes API requests on to `apiUrl`. */
export function startSite({ apiUrl, environment, settings, ...options }) {
  const { env, connectHost, ports } = settings;
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const listen = [`--port=${ports.PORT}`, `--host=${env.HOST || connectHost}`, '--strictPort'];
  return startNode({
    name: 'site',
    args: [vite, 'frontend', '--clearScreen=false', ...listen],
    env: { ...environment, API_URL: apiUrl, VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' },
    readyUrls: [`http://${connectHost}:${ports.PORT}/`],
    settings,
    ...options,
  });
}

/** Starts the emulators that these settings need in one process: payment sandbox, mailbox and external app. */
export function startEmulators({ apiUrl, settings, ...options }) {
  const { env, dataDir, ports, siteUrl, emulators, usedPorts } = settings;
  const pages = usedPorts.filter(({ emulator }) => emulator);
  return startNode({
    name: 'emulators',
    args: [join(root, 'sandbox', 'src', 'main.ts')],
    env: {
      NODE_ENV: 'development',
      EMULATORS_HOST: '127.0.0.1',
      PAYMENT_SANDBOX_PUBLIC_URL: `${siteUrl}/api/sandbox`,
      PAYMENT_SANDBOX_WEBHOOK_URL: `${apiUrl}/api/webhooks/stripe`,
      ...env,
      ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
      DATA_DIR: dataDir,
      EMULATORS: emulators.join(','),
    },
    readyUrls: pages.map(({ port }) => `http://127.0.0.1:${port}/`),
    settings,
    ...options,
  });
}

/** Starts a Node process of ours and resolves once all of `readyUrls` respond with 200. */
function startNode({ env, readyUrls, settings, ...options }) {
  return startService({
    command: node,
    cwd: root,
    env: withoutBootstrap(env),
    logFile: join(settings.logsDir, `${options.name}.log`),
    isReady: async () => (await Promise.all(readyUrls.map((url) => responds(url, 200)))).every(Boolean),
    ...options,
  });
}

/** Runs the migration: tables, prices at the payment provider, initial administrator. `signal` may abort it. */
export async function migrate({ environment, logsDir, signal, fromSource }) {
  const { code, text } = await runCommand(node, entryPoint('migrate', fromSource), {
    cwd: root,
    env: environment,
    limitMs: MIGRATION_TIMEOUT_MS,
    signal,
  });
  const logFile = join(logsDir, 'migrate.log');
  writeFileSync(logFile, text);
  if (code === 0) return;
  const { readable } = await import('./machine/readable-log.mjs');
  throw new UserError(
    `The database migration failed (exit code ${code}):\n${text.trimEnd().split('\n').slice(-15).map(readable).join('\n')}`,
    `fix the cause shown above (full log: ${logFile}), then run the same command again. A failed migration is rolled back.`,
  );
}
