import { DEFAULT_PRODUCT_NAME, DEFAULT_SUPPORT_EMAIL } from '@subscription-site/shared/brand';
import { isIP } from 'node:net';
import { parseSender, type Sender } from './sender.js';
import { readAuthSettings, type AuthSettings } from './auth-settings.js';
import { EnvironmentReader } from './environment.js';
import { readStorageSettings, type StorageSettings } from './storage-settings.js';

export type Environment = 'development' | 'production';

/** Queue names in display order. */
export const QUEUE_NAMES = ['events', 'payments', 'email'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

/** Names of ranges that Express knows. */
const ADDRESS_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

/** All operator settings, read once at boot and immutable. */
export abstract class Settings {
  abstract readonly environment: Environment;
  abstract readonly port: number;
  abstract readonly workerPort: number;
  /** Addresses that site and worker listen on; undefined means all interfaces. */
  abstract readonly hosts: readonly (string | undefined)[];
  /** Public origin of the site without a trailing slash; the only origin used in email links and redirects. */
  abstract readonly siteUrl: string;
  abstract readonly appUrl: string;
  abstract readonly productName: string;
  abstract readonly supportEmail: string;
  /** Name and postal address of the company that runs the site, for the legal texts. Optional. */
  abstract readonly companyName: string | undefined;
  abstract readonly companyAddress: string | undefined;
  /** Shown on invoices, such as `DE136695976`. */
  abstract readonly companyVatId: string | undefined;
  /** How long invoices and their documents are kept. */
  abstract readonly invoiceRetentionYears: number;
  abstract readonly databaseUrl: string;
  /** Connections per process. */
  abstract readonly databasePoolSize: number;
  abstract readonly redisUrl: string;
  /** Prefix of every Redis key, so that installations can share a server. */
  abstract readonly queuePrefix: string;
  abstract readonly mail: { readonly smtpUrl: string; readonly from: Sender };
  abstract readonly stripe: StripeSettings;
  abstract readonly auth: AuthSettings;
  abstract readonly storage: StorageSettings;
  abstract readonly worker: { readonly concurrency: number; readonly queues: readonly QueueName[] };
  /** Whether staff must enroll a second factor before they can use the support console. */
  abstract readonly adminRequireMfa: boolean;
  abstract readonly rateLimits: boolean;
  /** Limit per hour and IP address: for new checkout cookies, and separately for calls that create a hosted page. */
  abstract readonly newCheckoutsPerHour: number;
  abstract readonly trustedProxies: readonly string[];
  abstract readonly metricsToken: string | undefined;
  abstract readonly logLevel: string;
  abstract readonly analyticsUrl: string | undefined;
  abstract readonly captcha: CaptchaSettings | undefined;
  /** Folder with the built site; undefined uses the default. */
  abstract readonly siteFolder: string | undefined;
}

export interface StripeSettings {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** Overrides Stripe's API host. */
  readonly apiUrl: string | undefined;
  /** True if the payment sandbox replaces the provider. */
  readonly sandbox: boolean;
}

export interface CaptchaSettings {
  readonly provider: 'turnstile' | 'hcaptcha';
  readonly siteKey: string;
  readonly secret: string;
}

/** Reads the settings, or returns one line for each error. Errors never contain values, which may be secrets. */
export function readSettings(
  variables: Readonly<Record<string, string | undefined>>,
): { settings: Settings; errors?: undefined } | { settings?: undefined; errors: string[] } {
  const env = new EnvironmentReader(variables);
  const environment = env.choice('NODE_ENV', ['development', 'production'], 'development');
  const port = env.integer('PORT', 3000, 0, 65_535);
  const siteUrl = env.url('SITE_URL', ['http:', 'https:'], `http://localhost:${port}`);
  const productName = env.line('PRODUCT_NAME', DEFAULT_PRODUCT_NAME);
  const settings: Settings = {
    environment,
    port,
    workerPort: env.integer('WORKER_PORT', 3001, 0, 65_535),
    hosts: readHosts(env, environment),
    siteUrl,
    appUrl: env.url('APP_URL', ['http:', 'https:'], 'http://localhost:3030'),
    productName,
    supportEmail: env.email('SUPPORT_EMAIL', DEFAULT_SUPPORT_EMAIL),
    companyName: env.optional('COMPANY_NAME'),
    companyAddress: env.optional('COMPANY_ADDRESS'),
    companyVatId: readCompanyVatId(env),
    invoiceRetentionYears: env.integer('INVOICE_RETENTION_YEARS', 10, 1, 100),
    databaseUrl: env.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    databasePoolSize: env.integer('DATABASE_POOL_SIZE', 20, 2, 500),
    redisUrl: env.url('REDIS_URL', ['redis:', 'rediss:']),
    queuePrefix: env.text('QUEUE_PREFIX', 'subscription-site'),
    mail: {
      smtpUrl: env.url('SMTP_URL', ['smtp:', 'smtps:']),
      from: readSender(env, productName),
    },
    stripe: readStripeSettings(env),
    auth: readAuthSettings(env, siteUrl),
    storage: readStorageSettings(env),
    worker: {
      concurrency: env.integer('WORKER_CONCURRENCY', 20, 1, 1000),
      queues: readQueues(env),
    },
    adminRequireMfa: env.flag('ADMIN_REQUIRE_MFA', environment === 'production'),
    rateLimits: env.flag('RATE_LIMITS', true),
    newCheckoutsPerHour: env.integer('NEW_CHECKOUTS_PER_HOUR', 60, 1, 10_000),
    trustedProxies: readTrustedProxies(env),
    metricsToken: env.optional('METRICS_TOKEN'),
    logLevel: env.choice('LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'info'),
    analyticsUrl: env.optionalUrl('ANALYTICS_URL', ['http:', 'https:']),
    captcha: readCaptcha(env),
    siteFolder: env.optional('SITE_FOLDER'),
  };
  assertStaffCanEnroll(env, settings);
  if (environment === 'production') validateProduction(env, settings);
  return env.errors.length > 0 ? { errors: env.errors } : { settings };
}

/** In development the site exposes the sandbox's controls, so it listens on loopback by default. */
function readHosts(env: EnvironmentReader, environment: Environment): readonly (string | undefined)[] {
  const host = env.optional('HOST') ?? (environment === 'development' ? 'localhost' : undefined);
  if (host === 'localhost') return ['127.0.0.1', '::1'];
  if (host !== undefined && !isIP(host)) env.addError('HOST', 'must be an IP address or localhost');
  return [host];
}

function readSender(env: EnvironmentReader, productName: string): Sender {
  const sender = parseSender(env.line('MAIL_FROM', 'no-reply@example.com'));
  if (!sender)
    env.addError(
      'MAIL_FROM',
      'must be an email address, such as hello@example.com or Acme <hello@example.com>',
    );
  return { name: sender?.name || productName, address: sender?.address ?? '' };
}

function readTrustedProxies(env: EnvironmentReader): readonly string[] {
  const proxies = env.list('TRUSTED_PROXIES');
  const isKnown = (proxy: string) => ADDRESS_RANGES.includes(proxy) || isAddressOrRange(proxy);
  if (!proxies.every(isKnown))
    env.addError(
      'TRUSTED_PROXIES',
      `must be a list of IP addresses, CIDR ranges, or ${ADDRESS_RANGES.join(', ')}`,
    );
  return proxies;
}

/** An IP address, or a CIDR range. */
function isAddressOrRange(text: string): boolean {
  const [address = '', prefix = '0', ...rest] = text.split('/');
  const longest = isIP(address) === 4 ? 32 : 128;
  return isIP(address) > 0 && rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= longest;
}

function readCompanyVatId(env: EnvironmentReader): string | undefined {
  const vatId = env
    .optional('COMPANY_VAT_ID')
    ?.toUpperCase()
    .replace(/[\s.-]/g, '');
  if (vatId !== undefined && !/^[A-Z]{2}[A-Z0-9]{2,18}$/.test(vatId))
    env.addError('COMPANY_VAT_ID', 'must be a VAT ID with its country prefix');
  return vatId;
}

function readStripeSettings(env: EnvironmentReader): StripeSettings {
  const apiUrl = env.optionalUrl('STRIPE_API_URL', ['http:', 'https:']);
  const sandbox = env.optional('STRIPE_SECRET_KEY') === undefined;
  if (!sandbox) {
    return {
      sandbox,
      apiUrl,
      secretKey: env.text('STRIPE_SECRET_KEY'),
      publishableKey: env.text('STRIPE_PUBLISHABLE_KEY'),
      webhookSecret: env.text('STRIPE_WEBHOOK_SECRET'),
    };
  }
  return {
    sandbox,
    apiUrl: apiUrl ?? 'http://127.0.0.1:3010',
    secretKey: 'sk_test_sandbox',
    publishableKey: 'pk_test_sandbox',
    webhookSecret: 'whsec_sandbox',
  };
}

function readQueues(env: EnvironmentReader): readonly QueueName[] {
  const names = env.list('WORKER_QUEUES');
  if (names.length === 0 || names.includes('all')) return QUEUE_NAMES;
  const unknown = names.filter((name) => !QUEUE_NAMES.includes(name as QueueName));
  if (unknown.length > 0)
    env.addError('WORKER_QUEUES', `must be all, or a list of ${QUEUE_NAMES.join(', ')}`);
  return QUEUE_NAMES.filter((name) => names.includes(name));
}

function readCaptcha(env: EnvironmentReader): CaptchaSettings | undefined {
  if (env.optional('CAPTCHA_PROVIDER') === undefined) return undefined;
  return {
    provider: env.choice('CAPTCHA_PROVIDER', ['turnstile', 'hcaptcha'], 'turnstile'),
    siteKey: env.text('CAPTCHA_SITE_KEY'),
    secret: env.text('CAPTCHA_SECRET'),
  };
}

function assertStaffCanEnroll(env: EnvironmentReader, { adminRequireMfa, auth }: Settings): void {
  if (!adminRequireMfa || auth.mfaTotp || auth.mfaPhone || auth.mfaWebauthn) return;
  env.addError(
    'ADMIN_REQUIRE_MFA',
    'needs a second factor that staff can enroll: turn on AUTH_MFA_TOTP, AUTH_MFA_WEBAUTHN or AUTH_MFA_PHONE, or set it to off',
  );
}

/** Rejects what must never be public: emulators, well-known secrets, and a site without TLS. */
function validateProduction(env: EnvironmentReader, settings: Settings): void {
  if (settings.stripe.sandbox)
    env.addError('STRIPE_SECRET_KEY', "is missing: the payment sandbox can't be used in production");
  if (/sandbox/.test(settings.stripe.webhookSecret) || /sandbox/.test(settings.stripe.secretKey)) {
    env.addError(
      'STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET',
      "belong to the payment sandbox, which can't be used in production",
    );
  }
  if (!settings.siteUrl.startsWith('https://'))
    env.addError('SITE_URL', 'must start with https:// in production');
  if (settings.analyticsUrl?.startsWith('http:'))
    env.addError('ANALYTICS_URL', 'must start with https:// in production');
  if (!env.has('APP_URL'))
    env.addError('APP_URL', "is missing: the emulator app can't be used in production");
  if (!env.has('MAIL_FROM')) env.addError('MAIL_FROM', 'is missing');
  if (settings.storage.backend === 'disk' && !env.has('STORAGE_DIR'))
    env.addError(
      'STORAGE_DIR',
      'is missing: set it to a persistent folder that the API and the workers share, or set STORAGE_BACKEND to s3',
    );
  if (!settings.rateLimits) env.addError('RATE_LIMITS', "can't be off in production");
  if (/^(change-?me|secret|default|example|test|0+$)/i.test(settings.auth.sharedSecret)) {
    env.addError('AUTH_JWT_SECRET', 'is a well-known default; generate a random secret');
  }
}
