import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { findChromium } from '../../stack/machine/chromium.mjs';
import { freePorts } from '../../stack/machine/ports.mjs';
import { stopLeftover, readLivePidFile, writePidFile } from '../../stack/machine/processes.mjs';
import { say } from '../../stack/machine/progress.mjs';
import { UserError } from '../../stack/machine/user-error.mjs';
import { isolatedSettings, loadSecrets, ports as knownPorts } from '../../stack/machine/settings.mjs';
import { startPostgres, startRedis } from '../../stack/services.mjs';
import { startStack } from '../../stack/stack.mjs';
import { serveControls } from '../../stack/controls.mjs';

/** What a run may have started, each in a folder of this name. */
const COMPONENTS = ['services', 'product', 'product-to-break'];
const BASE = join(tmpdir(), `subscription-site-test-${userInfo().uid}`);

/**
 * What tests run against, in a temporary folder and on free ports, so that it can't interfere with a running `npm start`. Each
 * component is started on first use and then shared.
 */
export class TestEnvironment {
  folder = join(BASE, `${process.pid}-${randomBytes(3).toString('hex')}`);
  #created = new Map();
  #closers = new Map();
  #closing = new AbortController();

  async open() {
    mkdirSync(BASE, { recursive: true, mode: 0o700 });
    await removeLeftovers();
    mkdirSync(this.folder, { mode: 0o700 });
    writePidFile(join(this.folder, 'run.pid'), process.pid);
  }

  /** `TEST_DATABASE_URL` (a superuser that may create databases) and `TEST_REDIS_URL`. */
  services() {
    return this.#once('services', async () => {
      const dataDir = join(this.folder, 'services');
      const [postgresPort, redisPort] = await freePorts(2);
      const { toolsDir } = isolatedSettings({});
      const folders = { dataDir, logsDir: join(dataDir, 'logs'), toolsDir };
      const password = randomBytes(9).toString('base64url');
      const [postgres, redis] = await Promise.all([
        startPostgres({ ...folders, port: postgresPort, password, durable: false }),
        startRedis({ ...folders, port: redisPort, password }),
      ]);
      this.#closers.set('services', () => Promise.all([postgres.stop(), redis.stop()]));
      return { TEST_DATABASE_URL: postgres.adminUrl, TEST_REDIS_URL: redis.url };
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
  async endProductToBreak() {
    await this.#end('product-to-break');
  }

  async #end(component) {
    const close = this.#closers.get(component);
    this.#closers.delete(component);
    await close?.();
  }

  #product(component) {
    return this.#once(component, async () => {
      const names = Object.keys(knownPorts);
      const [issuerPort, ...free] = await freePorts(names.length + 1);
      const ports = Object.fromEntries(names.map((name, index) => [name, String(free[index])]));
      const settings = isolatedSettings({
        ...ports,
        DATA_DIR: join(this.folder, component),
        RATE_LIMITS: 'off',
        ...identityProvider(issuerPort),
        ...allMfaFactors,
      });
      const stack = await startStack({ settings, durable: false, signal: this.#closing.signal });
      this.#closers.set(component, () => stack.close());
      const controls = await serveControls(stack);
      this.#closers.set(component, async () => {
        await controls.close();
        await stack.close();
      });
      const { urls } = stack;
      return {
        E2E_BASE_URL: urls.site,
        E2E_MAILBOX_URL: urls.mailbox,
        E2E_SANDBOX_URL: urls.sandbox,
        E2E_APP_URL: urls.app,
        E2E_DATABASE_URL: urls.database,
        E2E_REDIS_URL: urls.redis,
        E2E_CONTROL_URL: controls.url,
        E2E_ISSUER_URL: settings.env.AUTH_ACME_ISSUER,
        E2E_ISSUER_KEY: issuerKey(),
        E2E_SERVICE_SECRET: stack.environment.AUTH_JWT_SECRET,
        E2E_ADMIN_EMAIL: stack.environment.BOOTSTRAP_ADMIN_EMAIL,
        E2E_ADMIN_PASSWORD: loadSecrets(settings.dataDir).bootstrapAdminPassword,
      };
    });
  }

  /** `CHROME_PATH` of a Chromium, installed if necessary. */
  browser() {
    return this.#once('browser', async () => ({
      CHROME_PATH: await findChromium(process.env, (text) => say(`    ${text}`)),
    }));
  }

  /** Stops everything, copies the logs to `keepLogsIn` if specified, and removes the folder. */
  async close(keepLogsIn) {
    this.#closing.abort(new UserError('Interrupted.'));
    await Promise.allSettled(this.#created.values());
    for (const component of [...this.#closers.keys()].toReversed()) await this.#end(component);
    if (keepLogsIn) {
      for (const component of COMPONENTS) {
        const logs = join(this.folder, component, 'logs');
        if (existsSync(logs)) cpSync(logs, join(keepLogsIn, component), { recursive: true });
      }
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  #once(name, create) {
    if (!this.#created.has(name)) this.#created.set(name, create());
    return this.#created.get(name);
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

/** Stops and removes what killed test runs left behind. */
async function removeLeftovers() {
  for (const name of readdirSync(BASE)) {
    const folder = join(BASE, name);
    if (readLivePidFile(join(folder, 'run.pid'))) continue;
    for (const component of COMPONENTS.map((sub) => join(folder, sub)).filter(existsSync)) {
      const pidFiles = readdirSync(component).filter((file) => file.endsWith('.pid'));
      for (const file of pidFiles) {
        await stopLeftover(join(component, file), {
          signal: basename(file) === 'postgres.pid' ? 'SIGINT' : 'SIGTERM',
        });
      }
    }
    rmSync(folder, { recursive: true, force: true });
  }
}
