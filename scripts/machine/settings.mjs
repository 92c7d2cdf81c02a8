import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { privateFolder } from './disk.mjs';
import { Refusal } from './refusal.mjs';

/** The folder of the repository. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

const MOST_WORKERS = 32;

/** Every port the launcher hands out: its setting, its default and what is served there. */
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
 * The settings of one run. `given` is the environment with `.env` behind it (the environment wins); a part whose setting
 * is in it is used instead of the embedded one.
 */
export function readSettings(environment = process.env) {
  const file = join(root, '.env');
  const given = { ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...environment };
  return settingsFrom(given);
}

/** How many workers `npm start` runs: the setting `WORKERS`, else one. */
export function workersIn({ given }) {
  const workers = Number(given.WORKERS || 1);
  if (Number.isInteger(workers) && workers >= 1 && workers <= MOST_WORKERS) return workers;
  throw new Refusal(
    `WORKERS is "${given.WORKERS}", which is no number of workers from 1 to ${MOST_WORKERS}.`,
    'correct it, or leave it out for one worker.',
  );
}

/** Settings that owe nothing to the caller's own environment or `.env`: for tests and measurements beside a running start. */
export function isolatedSettings(overrides) {
  const known = new Set(
    [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(
      ([, name]) => name,
    ),
  );
  const plain = Object.entries(process.env).filter(
    ([name]) => !known.has(name) && !/^AUTH_|^NODE_ENV$|^NODE_OPTIONS$/.test(name),
  );
  return settingsFrom({ ...Object.fromEntries(plain), ...overrides });
}

/** Values of HOST that include 127.0.0.1, and those that `localhost` leads to. */
const EVERY_HOST = ['localhost', '0.0.0.0', '[::]'];
const LOCAL_HOSTS = [...EVERY_HOST, '127.0.0.1', '[::1]'];

function settingsFrom(given) {
  const dataDir = resolve(root, given.DATA_DIR || '.data');
  const host = given.HOST?.includes(':') ? `[${given.HOST}]` : given.HOST;
  const shownAs = !host || LOCAL_HOSTS.includes(host) ? 'localhost' : host;
  const port = given.PORT || ports.PORT.port;
  return {
    given,
    /** Where this machine reaches what listens on HOST, and how people are told of it. */
    reachedAt: !host || EVERY_HOST.includes(host) ? '127.0.0.1' : host,
    shownAs,
    siteUrl: given.SITE_URL || `http://${shownAs}:${port}`,
    dataDir,
    toolsDir: resolve(root, '.data', 'tools'),
    logsDir: join(dataDir, 'logs'),
    ports: Object.fromEntries(
      Object.entries(ports).map(([name, { port }]) => [name, given[name] ? Number(given[name]) : port]),
    ),
  };
}

/**
 * What is made once per data folder and kept there, readable by its owner only: signing keys, the first administrator's
 * password and the passwords of the embedded parts.
 */
export function keepSecrets(dataDir) {
  const file = join(dataDir, 'secrets.json');
  if (existsSync(file)) chmodSync(file, 0o600);
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const secrets = {
    authJwtKeys: { keys: [signingKey()] },
    authJwtSecret: randomBytes(32).toString('hex'),
    bootstrapAdminPassword: randomBytes(12).toString('base64url'),
    postgresPassword: randomBytes(18).toString('base64url'),
    redisPassword: randomBytes(18).toString('base64url'),
    adminPasswordShown: false,
    ...kept,
  };
  if (Object.keys(secrets).some((name) => !(name in kept))) write(file, secrets);
  return secrets;
}

/** Notes that the first administrator's password has been shown, so that it is shown only once. */
export function noteAdminPasswordShown(dataDir) {
  const file = join(dataDir, 'secrets.json');
  write(file, { ...JSON.parse(readFileSync(file, 'utf8')), adminPasswordShown: true });
}

function write(file, secrets) {
  privateFolder(dirname(file));
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** A private ES256 key as JWK with an id of its own. */
export function signingKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256', use: 'sig' };
}

/**
 * The environment the product's processes run with: what was given, and for each part that was not given the address of
 * the embedded one. Names are those of `.env.example`.
 */
export function productEnvironment({ given, dataDir, siteUrl, ports: at }, secrets, addresses) {
  const environment = {
    NODE_ENV: 'development',
    ...given,
    DATA_DIR: dataDir,
    PORT: String(at.PORT),
    WORKER_PORT: String(at.WORKER_PORT),
  };
  const fallback = (name, value) => {
    if (!environment[name]) environment[name] = value;
  };
  fallback('SITE_URL', siteUrl);
  fallback('APP_URL', `http://localhost:${at.EMULATOR_APP_PORT}`);
  fallback('DATABASE_URL', addresses.postgres);
  fallback('REDIS_URL', addresses.redis);
  fallback('SMTP_URL', `smtp://127.0.0.1:${at.MAILBOX_SMTP_PORT}`);
  if (!environment.STRIPE_SECRET_KEY)
    fallback('STRIPE_API_URL', `http://127.0.0.1:${at.PAYMENT_SANDBOX_PORT}`);
  // An empty AUTH_JWT_KEYS means "sign with AUTH_JWT_SECRET", so only a missing one is filled in.
  if (environment.AUTH_JWT_KEYS === undefined)
    environment.AUTH_JWT_KEYS = JSON.stringify(secrets.authJwtKeys);
  fallback('AUTH_JWT_SECRET', secrets.authJwtSecret);
  fallback('BOOTSTRAP_ADMIN_EMAIL', 'admin@example.com');
  fallback('BOOTSTRAP_ADMIN_PASSWORD', secrets.bootstrapAdminPassword);
  return environment;
}
