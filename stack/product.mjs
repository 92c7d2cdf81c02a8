import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { runCommand } from './machine/commands.mjs';
import { startService } from './machine/run-service.mjs';
import { node, root } from './machine/runtime.mjs';
import { loadSecrets } from './machine/settings.mjs';
import { UserError } from './machine/user-error.mjs';
import { responds } from './machine/wait.mjs';
import { databaseUrl } from './services/postgres.mjs';
import { redisUrl } from './services/redis.mjs';

const MIGRATION_TIMEOUT_MS = 300_000;
/** By default, V8 collects garbage so late that memory doubles under load. Keep in sync with README, Dockerfile and compose file. */
const NODE_OPTIONS = {
  main: ['--max-semi-space-size=8', '--heap-growing-percent=25'],
  worker: ['--max-semi-space-size=8', '--max-old-space-size=160'],
};
/** With more arenas, glibc keeps memory that password hashes have freed. */
const MEMORY_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' };
/** Loads TypeScript with the compiler settings of the build. */
const FROM_SOURCE = ['--enable-source-maps', '--import', './stack/machine/run-typescript.mjs'];
/** For a fast restart: the API doesn't prepare the built site, which Vite serves. */
const WATCH_ENVIRONMENT = { SITE_FOLDER: join(root, 'frontend', 'src') };
/** Processes start about a quarter faster with cached code. */
const COMPILE_CACHE = join(root, 'node_modules', '.cache', 'node');

/**
 * The environment of the product's processes: `env`, plus the URL of the local service wherever none is set. Names are those of
 * `.env.example`.
 */
export function productEnvironment({ env, dataDir, siteUrl, ports }, secrets) {
  const { postgresPassword, redisPassword } = secrets;
  const defaults = {
    SITE_URL: siteUrl,
    APP_URL: `http://localhost:${ports.EMULATOR_APP_PORT}`,
    DATABASE_URL: databaseUrl({ port: ports.EMBEDDED_POSTGRES_PORT, password: postgresPassword }),
    REDIS_URL: redisUrl({ port: ports.EMBEDDED_REDIS_PORT, password: redisPassword }),
    SMTP_URL: `smtp://127.0.0.1:${ports.MAILBOX_SMTP_PORT}`,
    ...(!env.STRIPE_SECRET_KEY && { STRIPE_API_URL: `http://127.0.0.1:${ports.PAYMENT_SANDBOX_PORT}` }),
    AUTH_JWT_SECRET: secrets.authJwtSecret,
    BOOTSTRAP_ADMIN_EMAIL: 'admin@example.com',
    BOOTSTRAP_ADMIN_PASSWORD: secrets.bootstrapAdminPassword,
  };
  return {
    NODE_ENV: 'development',
    // An empty value means "sign with AUTH_JWT_SECRET", so only a missing one gets a default.
    AUTH_JWT_KEYS: JSON.stringify(secrets.authJwtKeys),
    ...defaults,
    ...Object.fromEntries(Object.entries(env).filter(([name, value]) => value || !(name in defaults))),
    DATA_DIR: dataDir,
    PORT: ports.PORT,
    WORKER_PORT: ports.WORKER_PORT,
  };
}

/** Arguments that run an entry point of the backend (`main`, `worker`, `migrate`, `ops`), built or from source. */
function entryPoint(name, fromSource) {
  return fromSource
    ? [...FROM_SOURCE, `backend/src/${name}.ts`]
    : [...(NODE_OPTIONS[name] ?? []), `backend/dist/${name}.js`];
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
  const watched = ['stack/machine/run-watched.mjs', `backend/src/${entry}.ts`, 'backend/src', 'shared/src'];
  return startNode({
    args: watch ? watched : entryPoint(entry),
    env: { ...environment, ...MEMORY_ENVIRONMENT, ...(watch && WATCH_ENVIRONMENT) },
    timeoutMs: watch ? Infinity : undefined,
    ...options,
  });
}

/** Starts Vite's development server with the site, which passes API requests on to `apiUrl`. */
export function startSite({ apiUrl, environment, settings, ...options }) {
  const { env, connectHost, ports } = settings;
  const vite = ['node_modules/vite/bin/vite.js', 'frontend', '--clearScreen=false', '--strictPort'];
  return startNode({
    name: 'site',
    args: [...vite, `--port=${ports.PORT}`, `--host=${env.HOST || connectHost}`],
    env: { ...environment, API_URL: apiUrl, VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' },
    readyUrls: [`http://${connectHost}:${ports.PORT}/`],
    settings,
    ...options,
  });
}

/** Starts the emulators that these settings need in one process: payment sandbox, mailbox and external app. */
export function startEmulators({ apiUrl, settings, ...options }) {
  const { env, dataDir, ports, siteUrl, emulators } = settings;
  return startNode({
    name: 'emulators',
    args: ['sandbox/src/main.ts'],
    env: {
      NODE_ENV: 'development',
      EMULATORS_HOST: '127.0.0.1',
      PAYMENT_SANDBOX_PUBLIC_URL: `${siteUrl}/api/sandbox`,
      PAYMENT_SANDBOX_WEBHOOK_URL: `${apiUrl}/api/webhooks/stripe`,
      ...env,
      ...ports,
      DATA_DIR: dataDir,
      EMULATORS: Object.keys(emulators).join(','),
    },
    readyUrls: Object.values(emulators),
    settings,
    ...options,
  });
}

/** Starts a Node process of ours and resolves once all of `readyUrls` respond with 200. */
function startNode({ env, readyUrls, settings, ...options }) {
  return startService({
    command: node,
    cwd: root,
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...withoutBootstrap(env) },
    logFile: join(settings.logsDir, `${options.name}.log`),
    isReady: async () => (await Promise.all(readyUrls.map((url) => responds(url, 200)))).every(Boolean),
    ...options,
  });
}

/** Runs an operator command (`ops`) with these settings. Returns its exit code. */
export async function runOps(args, settings) {
  const environment = productEnvironment(settings, loadSecrets(settings.dataDir));
  const env = { LOG_LEVEL: 'warn', ...withoutBootstrap(environment) };
  const options = { cwd: root, env, extendEnv: false, stdio: 'inherit', reject: false };
  const { exitCode = 1 } = await execa(node, [...entryPoint('ops'), ...args], options);
  return exitCode;
}

/** Runs the migration: tables, prices at the payment provider, initial administrator. `signal` may abort it. */
export async function migrate({ environment, logsDir, signal, fromSource }) {
  const { failed, timedOut, exitCode, all } = await runCommand(node, entryPoint('migrate', fromSource), {
    cwd: root,
    env: environment,
    extendEnv: false,
    timeout: MIGRATION_TIMEOUT_MS,
    cancelSignal: signal,
  });
  const logFile = join(logsDir, 'migrate.log');
  writeFileSync(logFile, all);
  if (!failed) return;
  const { readable } = await import('./machine/readable-log.mjs');
  const lastLines = all.trimEnd().split('\n').slice(-15).map(readable).join('\n');
  throw new UserError(
    `The database migration failed (${timedOut ? 'timed out' : `exit code ${exitCode}`}):\n${lastLines}`,
    `fix the cause shown above (full log: ${logFile}), then run the same command again. A failed migration is rolled back.`,
  );
}
