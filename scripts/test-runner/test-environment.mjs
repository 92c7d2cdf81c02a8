import { generateKeyPairSync } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { serveControls } from '../../stack/controls.mjs';
import { findChromium } from '../../stack/machine/chromium.mjs';
import { freePort, freePortSettings } from '../../stack/machine/ports.mjs';
import { isolatedSettings } from '../../stack/machine/settings.mjs';
import { notifyWatchdog } from '../../stack/machine/watchdog.mjs';
import { startPostgres } from '../../stack/services/postgres.mjs';
import { startRedis } from '../../stack/services/redis.mjs';
import { startStack } from '../../stack/stack.mjs';

/** How to start each component in a folder: resolves with the `variables` for tests, and how to `stop` it. */
const components = {
  services: startServices,
  browser: findBrowser,
  product: startProduct,
};

/** Linux's file system in memory. */
const MEMORY = '/dev/shm';
/** Several times what the databases, files and logs of a run take. */
const NEEDED_BYTES = 3 * 1024 ** 3;

/**
 * What tests run against, in a temporary folder and on free ports, so that it can't interfere with a running `npm start`. Each
 * component is started on first use and then shared.
 */
export class TestEnvironment {
  folder = mkdtempSync(join(fastFolder(), 'subscription-site-test-'));
  #started = new Map();
  #signal;

  /** `signal` (an AbortSignal) ends a start in progress. */
  constructor(signal) {
    this.#signal = signal;
    notifyWatchdog({ folder: this.folder });
  }

  /** The variables of a component. After it was stopped, it starts again with a new folder. */
  async start(name) {
    if (!this.#started.has(name)) {
      const folder = mkdtempSync(join(this.folder, `${name}-`));
      this.#started.set(name, components[name](folder, this.#signal));
    }
    return (await this.#started.get(name)).variables;
  }

  /** Frees its resources. */
  async stop(name) {
    const component = await this.#started.get(name)?.catch(() => undefined);
    this.#started.delete(name);
    await component?.stop?.();
  }

  /** Stops everything, copies the logs to `keepLogsIn` if specified, and removes the folder. */
  async close(keepLogsIn) {
    for (const name of this.#started.keys()) await this.stop(name);
    for (const logs of keepLogsIn ? globSync('*/logs', { cwd: this.folder }) : [])
      cpSync(join(this.folder, logs), join(keepLogsIn, dirname(logs)), { recursive: true });
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/**
 * Specs create hundreds of databases, each of hundreds of files. In memory, that takes a tenth of the time: ext4 without a journal
 * searches ever longer for a free inode, because it doesn't reuse one for minutes.
 */
function fastFolder() {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= NEEDED_BYTES ? MEMORY : tmpdir();
}

/** `TEST_DATABASE_URL` (a superuser that may create databases) and `TEST_REDIS_URL`. */
async function startServices(dataDir) {
  const options = { dataDir, logsDir: join(dataDir, 'logs'), password: 'test', durable: false };
  const start = async (service) => service({ ...options, port: await freePort() });
  const [postgres, redis] = await Promise.all([startPostgres, startRedis].map(start));
  return {
    variables: { TEST_DATABASE_URL: postgres.adminUrl, TEST_REDIS_URL: redis.url },
    stop: () => Promise.all([postgres.stop(), redis.stop()]),
  };
}

/** `CHROME_PATH` of a Chromium, installed if necessary. */
async function findBrowser() {
  return { variables: { CHROME_PATH: await findChromium((text) => console.log(`    ${text}`)) } };
}

/** The built product with its emulators, as the `E2E_…` variables of the browser journeys. */
async function startProduct(dataDir, signal) {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const settings = isolatedSettings({
    ...(await freePortSettings()),
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    // An identity provider. The journeys that use it run the issuer themselves; nothing else contacts it.
    AUTH_OIDC_PROVIDERS: 'acme',
    AUTH_ACME_ISSUER: issuer,
    AUTH_ACME_CLIENT_ID: 'site',
    AUTH_ACME_CLIENT_SECRET: 'a-secret-between-site-and-issuer',
    // Factor types that are off by default, and a phone number with a known code.
    AUTH_MFA_PHONE: 'on',
    AUTH_MFA_WEBAUTHN: 'on',
    AUTH_SMS_TEST_OTP: '15550100199:123456',
  });
  const stack = await startStack({ settings, durable: false, signal });
  const controls = await serveControls(stack);
  const { urls, environment } = stack;
  return {
    variables: {
      E2E_BASE_URL: urls.site,
      E2E_MAILBOX_URL: urls.mailbox,
      E2E_SANDBOX_URL: urls.sandbox,
      E2E_APP_URL: urls.app,
      E2E_DATABASE_URL: urls.database,
      E2E_REDIS_URL: urls.redis,
      E2E_CONTROL_URL: controls.url,
      E2E_DATA_DIR: environment.DATA_DIR,
      E2E_ISSUER_URL: issuer,
      E2E_ISSUER_KEY: issuerKey(),
      E2E_SERVICE_SECRET: environment.AUTH_JWT_SECRET,
      E2E_ADMIN_EMAIL: environment.BOOTSTRAP_ADMIN_EMAIL,
      E2E_ADMIN_PASSWORD: environment.BOOTSTRAP_ADMIN_PASSWORD,
    },
    stop: () => Promise.all([controls.close(), stack.close()]),
  };
}

/** The identity provider's signing key. Fixed for the whole run, so that the site knows it even after the issuer restarts. */
function issuerKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid: 'issuer', alg: 'RS256', use: 'sig' });
}
