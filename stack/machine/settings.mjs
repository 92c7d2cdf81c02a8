import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { root } from './runtime.mjs';
import { UserError } from './user-error.mjs';

const MAX_WORKERS = 32;

/**
 * Every port the launcher assigns: its setting, default and purpose. `unless` is the setting with which a real service replaces the
 * local one, and `emulator` the name of the emulator that listens on it.
 */
export const ports = {
  PORT: { port: 3000, what: 'site and API' },
  WORKER_PORT: { port: 3001, what: "worker's health and metrics" },
  PAYMENT_SANDBOX_PORT: {
    port: 3010,
    what: 'payment sandbox',
    unless: 'STRIPE_SECRET_KEY',
    emulator: 'payments',
  },
  MAILBOX_PORT: { port: 3020, what: 'mailbox page', unless: 'SMTP_URL', emulator: 'mailbox' },
  MAILBOX_SMTP_PORT: { port: 3025, what: "mailbox's SMTP", unless: 'SMTP_URL' },
  EMULATOR_APP_PORT: { port: 3030, what: 'emulator app', unless: 'APP_URL', emulator: 'app' },
  EMBEDDED_POSTGRES_PORT: { port: 3032, what: 'embedded PostgreSQL', unless: 'DATABASE_URL' },
  EMBEDDED_REDIS_PORT: { port: 3033, what: 'embedded Redis', unless: 'REDIS_URL' },
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
  const DATA_DIR = join(own.DATA_DIR || '.data', environment.PORT);
  return settingsFrom({ ...own, SITE_URL: '', ...Object.fromEntries(moved), DATA_DIR, ...environment });
}

/** Settings independent of the caller's environment and `.env`, for tests and benchmarks next to a running `npm start`. */
export function isolatedSettings(overrides) {
  const example = readFileSync(join(root, '.env.example'), 'utf8');
  const documented = new Set([...example.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name));
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
  const assigned = portsIn(env);
  const used = Object.entries(ports)
    .filter(([, { unless }]) => !env[unless])
    .map(([setting, { what, emulator }]) => ({ setting, what, emulator, port: assigned[setting] }));
  return {
    env,
    /** The address to connect to when listening on HOST, and the one to show to people. */
    connectHost: !host || EVERY_HOST.includes(host) ? '127.0.0.1' : host,
    displayHost,
    siteUrl: env.SITE_URL || `http://${displayHost}:${assigned.PORT}`,
    dataDir,
    toolsDir: resolve(root, '.data', 'tools'),
    logsDir: join(dataDir, 'logs'),
    ports: assigned,
    /** The ports that are used, each with its setting and purpose, and the emulators that are needed. */
    usedPorts: used,
    emulators: used.map(({ emulator }) => emulator).filter(Boolean),
  };
}

/** The ports in an environment, with defaults. */
function portsIn(env) {
  return Object.fromEntries(
    Object.entries(ports).map(([name, { port }]) => [name, env[name] ? Number(env[name]) : port]),
  );
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

/** Creates the folder if needed and restricts it to its owner: it holds databases, secrets and logs. */
export function privateFolder(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
}

/**
 * Secrets generated once per data folder and stored there, readable only by the owner: signing keys, the initial administrator's
 * password and the passwords of the embedded services.
 */
export function loadSecrets(dataDir) {
  const file = secretsFile(dataDir);
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
  if (Object.keys(secrets).some((name) => !(name in stored))) saveSecrets(dataDir, secrets);
  chmodSync(file, 0o600);
  return secrets;
}

/** Stores changed secrets. */
export function saveSecrets(dataDir, secrets) {
  const file = secretsFile(dataDir);
  privateFolder(dirname(file));
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function secretsFile(dataDir) {
  return join(dataDir, 'secrets.json');
}

/** A new private ES256 key as a JWK with a unique id. */
export function signingKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256', use: 'sig' };
}

/**
 * The environment of the product's processes: `env`, plus the URL of the local service wherever none is set. Names are those of
 * `.env.example`.
 */
export function productEnvironment({ env, dataDir, siteUrl, ports: assigned }, secrets, urls) {
  const defaults = {
    SITE_URL: siteUrl,
    APP_URL: `http://localhost:${assigned.EMULATOR_APP_PORT}`,
    DATABASE_URL: urls.postgres,
    REDIS_URL: urls.redis,
    SMTP_URL: `smtp://127.0.0.1:${assigned.MAILBOX_SMTP_PORT}`,
    ...(!env.STRIPE_SECRET_KEY && { STRIPE_API_URL: `http://127.0.0.1:${assigned.PAYMENT_SANDBOX_PORT}` }),
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
    PORT: String(assigned.PORT),
    WORKER_PORT: String(assigned.WORKER_PORT),
  };
}
