import { generateKeyPairSync } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveControls } from '../../stack/controls.mjs';
import { findChromium } from '../../stack/machine/chromium.mjs';
import { freePorts, freePortSettings } from '../../stack/machine/ports.mjs';
import { say } from '../../stack/machine/progress.mjs';
import { isolatedSettings, loadSecrets } from '../../stack/machine/settings.mjs';
import { UserError } from '../../stack/machine/user-error.mjs';
import { tellWatchdog } from '../../stack/machine/watchdog.mjs';
import { startPostgres } from '../../stack/services/postgres.mjs';
import { startRedis } from '../../stack/services/redis.mjs';
import { startStack } from '../../stack/stack.mjs';

/**
 * What tests run against, in a temporary folder and on free ports, so that it can't interfere with a running `npm start`. Each
 * component is started on first use and then shared.
 */
export class TestEnvironment {
  folder = mkdtempSync(join(tmpdir(), 'subscription-site-test-'));
  /** By name: the variables for tests, and how to stop it. */
  #components = new Map();
  #closing = new AbortController();

  constructor() {
    tellWatchdog({ folder: this.folder });
  }

  /** `TEST_DATABASE_URL` (a superuser that may create databases) and `TEST_REDIS_URL`. */
  services() {
    return this.#once('services', async (dataDir) => {
      const [postgresPort, redisPort] = await freePorts(2);
      const { toolsDir } = isolatedSettings({});
      const options = { dataDir, logsDir: join(dataDir, 'logs'), toolsDir, password: 'test' };
      const [postgres, redis] = await Promise.all([
        startPostgres({ ...options, port: postgresPort, durable: false }),
        startRedis({ ...options, port: redisPort }),
      ]);
      return {
        variables: { TEST_DATABASE_URL: postgres.adminUrl, TEST_REDIS_URL: redis.url },
        stop: () => Promise.all([postgres.stop(), redis.stop()]),
      };
    });
  }

  /** The built product with its emulators, as the `E2E_…` variables of the browser journeys. */
  product() {
    return this.#product('product');
  }

  /** A second one, for tests that kill its services. */
  productToBreak() {
    return this.#product('product-to-break');
  }

  /** Frees its resources as soon as those tests are done. */
  endProductToBreak() {
    return this.#stop('product-to-break');
  }

  /** `CHROME_PATH` of a Chromium, installed if necessary. */
  browser() {
    return this.#once('browser', async () => ({
      variables: { CHROME_PATH: await findChromium(process.env, (text) => say(`    ${text}`)) },
      stop: () => undefined,
    }));
  }

  /** Stops everything, copies the logs to `keepLogsIn` if specified, and removes the folder. */
  async close(keepLogsIn) {
    this.#closing.abort(new UserError('Interrupted.'));
    for (const name of this.#components.keys()) {
      await this.#stop(name);
      const logs = join(this.folder, name, 'logs');
      if (keepLogsIn && existsSync(logs)) cpSync(logs, join(keepLogsIn, name), { recursive: true });
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #once(name, create) {
    if (!this.#components.has(name)) this.#components.set(name, create(join(this.folder, name)));
    return (await this.#components.get(name)).variables;
  }

  async #stop(name) {
    const component = await this.#components.get(name)?.catch(() => undefined);
    await component?.stop();
  }

  #product(name) {
    return this.#once(name, async (dataDir) => {
      const [issuerPort] = await freePorts(1);
      const settings = isolatedSettings({
        ...(await freePortSettings()),
        DATA_DIR: dataDir,
        RATE_LIMITS: 'off',
        ...identityProvider(issuerPort),
        ...allMfaFactors,
      });
      const stack = await startStack({ settings, durable: false, signal: this.#closing.signal });
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
          E2E_ISSUER_URL: settings.env.AUTH_ACME_ISSUER,
          E2E_ISSUER_KEY: issuerKey(),
          E2E_SERVICE_SECRET: environment.AUTH_JWT_SECRET,
          E2E_ADMIN_EMAIL: environment.BOOTSTRAP_ADMIN_EMAIL,
          E2E_ADMIN_PASSWORD: loadSecrets(dataDir).bootstrapAdminPassword,
        },
        stop: () => Promise.all([controls.close(), stack.close()]),
      };
    });
  }
}

/** An identity provider. The journeys that use it run the issuer themselves; nothing else contacts it. */
function identityProvider(port) {
  return {
    AUTH_OIDC_PROVIDERS: 'acme',
    AUTH_ACME_ISSUER: `http://127.0.0.1:${port}`,
    AUTH_ACME_CLIENT_ID: 'site',
    AUTH_ACME_CLIENT_SECRET: 'a-secret-between-site-and-issuer',
  };
}

/** That provider's signing key. Fixed for the whole run, so that the site knows it even after the issuer restarts. */
function issuerKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid: 'issuer', alg: 'RS256', use: 'sig' });
}

/** Turns on factor types that are off by default, and sets a phone number with a known code. */
const allMfaFactors = {
  AUTH_MFA_PHONE: 'on',
  AUTH_MFA_WEBAUTHN: 'on',
  AUTH_SMS_TEST_OTP: '15550100199:123456',
};
