import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { privateFolder } from './disk.mjs';
import { UserError } from './user-error.mjs';

/** The repository root. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

const MAX_WORKERS = 32;

/** Every port the launcher assigns: its setting, default and purpose. */
export const ports = {
  PORT: { port: 3000, what: 'site and API' },
  WORKER_PORT: { port: 3001, what: "worker's health and metrics" },
  PAYMENT_SANDBOX_PORT: { port: 3010, what: 'payment sandbox' },
  MAILBOX_PORT: { port: 3020, what: 'mailbox page' },
  MAILBOX_SMTP_PORT: { port: 3025, what: "mailbox's SMTP" },
  EMULATOR_APP_PORT: { port: 3030, what: 'emulator app' },
  EMBEDDED_POSTGRES_PORT: { port: 3032, what: 'embedded PostgreSQL' },
  EMBEDDED_REDIS_PORT: { port: 3033, what: 'embedded Redis' },
};

/**
 * The settings of a run. `env` is `.env` overridden by the environment. A service whose URL is set there replaces the embedded one.
 * If the environment has another PORT than `.env` (or the default), this is a second copy: its data is in a folder of its own, and its
 * other ports are moved by the same distance. It does not take SITE_URL, the address of the first copy, from `.env`.
 */
export function readSettings(environment = process.env) {
  const file = join(root, '.env');
  const own = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const distance = environment.PORT ? Number(environment.PORT) - portsIn(own).PORT : 0;
  if (!distance) return settingsFrom({ ...own, ...environment });
  const moved = Object.entries(portsIn(own)).map(([name, port]) => [name, String(port + distance)]);
  const dataDir = join(own.DATA_DIR || '.data', environment.PORT);
  return settingsFrom({
    ...own,
    SITE_URL: '',
    ...Object.fromEntries(moved),
    DATA_DIR: dataDir,
    ...environment,
  });
}

/** How many workers `npm start` runs: `WORKERS`, or one by default. */
export function workerCount({ env }) {
  const workers = Number(env.WORKERS || 1);
  if (Number.isInteger(workers) && workers >= 1 && workers <= MAX_WORKERS) return workers;
  throw new UserError(
    `WORKERS is "${env.WORKERS}"; it must be a number from 1 to ${MAX_WORKERS}.`,
    'correct it, or remove it to run one worker.',
  );
}

/** Settings independent of the caller's environment and `.env`, for tests and benchmarks next to a running `npm start`. */
export function isolatedSettings(overrides) {
  const documented = new Set(
    [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(
      ([, name]) => name,
    ),
  );
  const unrelated = Object.entries(process.env).filter(
    ([name]) => !documented.has(name) && !/^AUTH_|^NODE_ENV$|^NODE_OPTIONS$/.test(name),
  );
  return settingsFrom({ ...Object.fromEntries(unrelated), ...overrides });
}

/** Values of HOST that include 127.0.0.1, and those that `localhost` resolves to. */
const EVERY_HOST = ['localhost', '0.0.0.0', '[::]'];
const LOCAL_HOSTS = [...EVERY_HOST, '127.0.0.1', '[::1]'];

function settingsFrom(env) {
  const dataDir = resolve(root, env.DATA_DIR || '.data');
  const host = env.HOST?.includes(':') ? `[${env.HOST}]` : env.HOST;
  const displayHost = !host || LOCAL_HOSTS.includes(host) ? 'localhost' : host;
  const port = env.PORT || ports.PORT.port;
  return {
    env,
    /** The address to connect to when listening on HOST, and the one to show to people. */
    connectHost: !host || EVERY_HOST.includes(host) ? '127.0.0.1' : host,
    displayHost,
    siteUrl: env.SITE_URL || `http://${displayHost}:${port}`,
    dataDir,
    toolsDir: resolve(root, '.data', 'tools'),
    logsDir: join(dataDir, 'logs'),
    ports: portsIn(env),
  };
}

/** The ports in an environment, with defaults. */
function portsIn(env) {
  return Object.fromEntries(
    Object.entries(ports).map(([name, { port }]) => [name, env[name] ? Number(env[name]) : port]),
  );
}

/**
 * Secrets generated once per data folder and stored there, readable only by the owner: signing keys, the initial administrator's
 * password and the passwords of the embedded services.
 */
export function loadSecrets(dataDir) {
  const file = join(dataDir, 'secrets.json');
  if (existsSync(file)) chmodSync(file, 0o600);
  const stored = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const secrets = {
    authJwtKeys: { keys: [signingKey()] },
    authJwtSecret: randomBytes(32).toString('hex'),
    bootstrapAdminPassword: randomBytes(12).toString('base64url'),
    postgresPassword: randomBytes(18).toString('base64url'),
    redisPassword: randomBytes(18).toString('base64url'),
    adminPasswordShown: false,
    ...stored,
  };
  if (Object.keys(secrets).some((name) => !(name in stored))) write(file, secrets);
  return secrets;
}

/** Records that the initial administrator's password has been shown, so that it is shown only once. */
export function markAdminPasswordShown(dataDir) {
  const file = join(dataDir, 'secrets.json');
  write(file, { ...JSON.parse(readFileSync(file, 'utf8')), adminPasswordShown: true });
}

function write(file, secrets) {
  privateFolder(dirname(file));
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** A new private ES256 key as a JWK with a unique id. */
export function signingKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256', use: 'sig' };
}

/**
 * The environment of the product's processes: `env`, plus the URL of the embedded service wherever none is set. Names are those of
 * `.env.example`.
 */
export function productEnvironment({ env, dataDir, siteUrl, ports: assigned }, secrets, urls) {
  const environment = {
    NODE_ENV: 'development',
    ...env,
    DATA_DIR: dataDir,
    PORT: String(assigned.PORT),
    WORKER_PORT: String(assigned.WORKER_PORT),
  };
  const fallback = (name, value) => {
    if (!environment[name]) environment[name] = value;
  };
  fallback('SITE_URL', siteUrl);
  fallback('APP_URL', `http://localhost:${assigned.EMULATOR_APP_PORT}`);
  fallback('DATABASE_URL', urls.postgres);
  fallback('REDIS_URL', urls.redis);
  fallback('SMTP_URL', `smtp://127.0.0.1:${assigned.MAILBOX_SMTP_PORT}`);
  if (!environment.STRIPE_SECRET_KEY)
    fallback('STRIPE_API_URL', `http://127.0.0.1:${assigned.PAYMENT_SANDBOX_PORT}`);
  // An empty AUTH_JWT_KEYS means "sign with AUTH_JWT_SECRET", so only a missing one gets a default.
  if (environment.AUTH_JWT_KEYS === undefined)
    environment.AUTH_JWT_KEYS = JSON.stringify(secrets.authJwtKeys);
  fallback('AUTH_JWT_SECRET', secrets.authJwtSecret);
  fallback('BOOTSTRAP_ADMIN_EMAIL', 'admin@example.com');
  fallback('BOOTSTRAP_ADMIN_PASSWORD', secrets.bootstrapAdminPassword);
  return environment;
}
