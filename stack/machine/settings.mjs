import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
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
  const moved = Object.entries(portsIn(own)).map(([name, port]) => [name, port + distance]);
  const DATA_DIR = join(own.DATA_DIR || '.data', environment.PORT);
  return settingsFrom({ ...own, SITE_URL: '', ...Object.fromEntries(moved), DATA_DIR, ...environment });
}

/** Settings independent of the caller's environment and `.env`, for tests and benchmarks next to a running `npm start`. */
export function isolatedSettings(overrides) {
  const example = readFileSync(join(root, '.env.example'), 'utf8');
  const documented = [...example.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
  const isRelated = (name) => documented.includes(name) || /^AUTH_|^NODE_ENV$|^NODE_OPTIONS$/.test(name);
  const unrelated = Object.entries(process.env).filter(([name]) => !isRelated(name));
  return settingsFrom({ ...Object.fromEntries(unrelated), ...overrides });
}

/** Values of HOST that include 127.0.0.1, and those that `localhost` resolves to. */
const EVERY_HOST = ['localhost', '0.0.0.0', '[::]'];
const LOCAL_HOSTS = [...EVERY_HOST, '127.0.0.1', '[::1]'];

function settingsFrom(env) {
  const dataDir = resolve(root, env.DATA_DIR || '.data');
  const host = env.HOST?.includes(':') ? `[${env.HOST}]` : env.HOST || 'localhost';
  const displayHost = LOCAL_HOSTS.includes(host) ? 'localhost' : host;
  const assigned = portsIn(env);
  const used = Object.entries(ports)
    .map(([setting, port]) => ({ ...port, setting, port: assigned[setting] }))
    .filter(({ unless }) => !env[unless]);
  const emulators = used.filter(({ emulator }) => emulator);
  return {
    env,
    /** The address to connect to when listening on HOST, and the one to show to people. */
    connectHost: EVERY_HOST.includes(host) ? '127.0.0.1' : host,
    displayHost,
    siteUrl: env.SITE_URL || `http://${displayHost}:${assigned.PORT}`,
    dataDir,
    logsDir: join(dataDir, 'logs'),
    ports: assigned,
    /** The ports that are used, each with its setting and purpose, and the URLs of the emulators that are needed. */
    usedPorts: used,
    emulators: Object.fromEntries(
      emulators.map(({ emulator, port }) => [emulator, `http://127.0.0.1:${port}`]),
    ),
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

/** Creates the folder if needed and restricts it to its owner. */
export function privateFolder(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
}

/**
 * Secrets generated once per data folder and stored there, readable only by the owner: signing keys, the initial administrator's
 * password and the passwords of the embedded services.
 */
export function loadSecrets(dataDir) {
  privateFolder(dataDir);
  const file = join(dataDir, 'secrets.json');
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
  if (Object.keys(secrets).length > Object.keys(stored).length) saveSecrets(dataDir, secrets);
  chmodSync(file, 0o600);
  return secrets;
}

/** Stores changed secrets. */
export function saveSecrets(dataDir, secrets) {
  const file = join(dataDir, 'secrets.json');
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** A new private ES256 key as a JWK with a unique id. */
export function signingKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256', use: 'sig' };
}
