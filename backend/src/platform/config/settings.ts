import { DEFAULT_PRODUCT_NAME, DEFAULT_SUPPORT_EMAIL } from '@subscription-site/shared/brand';
import { isIP } from 'node:net';
import { readAuthSettings, type AuthSettings } from './auth-settings.js';
import { EnvironmentReader } from './environment.js';

export type Environment = 'development' | 'production';

/** Names of the queues, in the order in which operators think of them. */
export const QUEUE_NAMES = ['events', 'payments', 'email'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

/** Everything that an operator can set, read once at boot and never changed. */
export abstract class Settings {
  abstract readonly environment: Environment;
  abstract readonly port: number;
  abstract readonly workerPort: number;
  /** Addresses that site and worker listen on; undefined stands for every address of the machine. */
  abstract readonly hosts: readonly (string | undefined)[];
  /** Public origin of the site, without a trailing slash: the only origin of links in emails and of redirects. */
  abstract readonly siteUrl: string;
  abstract readonly appUrl: string;
  abstract readonly productName: string;
  abstract readonly supportEmail: string;
  /** Who runs the site and where email by post reaches them, for the legal texts; undefined where the operator does not say. */
  abstract readonly companyName: string | undefined;
  abstract readonly companyAddress: string | undefined;
  abstract readonly databaseUrl: string;
  /** Connections that one process may hold. */
  abstract readonly databasePoolSize: number;
  abstract readonly redisUrl: string;
  /** Prefix of every key in Redis, so that installations can share one. */
  abstract readonly queuePrefix: string;
  abstract readonly mail: { readonly smtpUrl: string; readonly from: string };
  abstract readonly stripe: StripeSettings;
  abstract readonly auth: AuthSettings;
  abstract readonly worker: { readonly concurrency: number; readonly queues: readonly QueueName[] };
  /** Whether staff without a second factor must enroll one before they may act. */
  abstract readonly adminRequireMfa: boolean;
  abstract readonly rateLimits: boolean;
  /** New checkout cookies an hour for an IP address; as many calls for a hosted page. */
  abstract readonly newCheckoutsPerHour: number;
  abstract readonly trustedProxies: readonly string[];
  abstract readonly metricsToken: string | undefined;
  abstract readonly logLevel: string;
  abstract readonly analyticsUrl: string | undefined;
  abstract readonly captcha: CaptchaSettings | undefined;
  /** Folder with the built site, or undefined where only the API is served. */
  abstract readonly siteFolder: string | undefined;
}

export interface StripeSettings {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** Another host than the provider's own. */
  readonly apiUrl: string | undefined;
  /** True while the payment sandbox stands in for the provider. */
  readonly sandbox: boolean;
}

export interface CaptchaSettings {
  readonly provider: 'turnstile' | 'hcaptcha';
  readonly siteKey: string;
  readonly secret: string;
}

/** The settings of an environment, or one line for every error in it. Values are never repeated: they may be secrets. */
export function readSettings(
  variables: Readonly<Record<string, string | undefined>>,
): { settings: Settings; errors?: undefined } | { settings?: undefined; errors: string[] } {
  const env = new EnvironmentReader(variables);
  const environment = env.choice('NODE_ENV', ['development', 'production'], 'development');
  const port = env.whole('PORT', 3000, 0, 65_535);
  const siteUrl = env.url('SITE_URL', ['http:', 'https:'], `http://localhost:${port}`);
  const settings: Settings = {
    environment,
    port,
    workerPort: env.whole('WORKER_PORT', 3001, 0, 65_535),
    hosts: readHosts(env, environment),
    siteUrl,
    appUrl: env.url('APP_URL', ['http:', 'https:'], 'http://localhost:3030'),
    productName: env.text('PRODUCT_NAME', DEFAULT_PRODUCT_NAME),
    supportEmail: env.text('SUPPORT_EMAIL', DEFAULT_SUPPORT_EMAIL),
    companyName: env.optional('COMPANY_NAME'),
    companyAddress: env.optional('COMPANY_ADDRESS'),
    databaseUrl: env.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    databasePoolSize: env.whole('DATABASE_POOL_SIZE', 20, 2, 500),
    redisUrl: env.url('REDIS_URL', ['redis:', 'rediss:']),
    queuePrefix: env.text('QUEUE_PREFIX', 'subscription-site'),
    mail: {
      smtpUrl: env.url('SMTP_URL', ['smtp:', 'smtps:']),
      from: env.text('MAIL_FROM', 'no-reply@example.com'),
    },
    stripe: readStripeSettings(env),
    auth: readAuthSettings(env, siteUrl),
    worker: {
      concurrency: env.whole('WORKER_CONCURRENCY', 20, 1, 1000),
      queues: readQueues(env),
    },
    adminRequireMfa: env.flag('ADMIN_REQUIRE_MFA', environment === 'production'),
    rateLimits: env.flag('RATE_LIMITS', true),
    newCheckoutsPerHour: env.whole('NEW_CHECKOUTS_PER_HOUR', 60, 1, 10_000),
    trustedProxies: env.list('TRUSTED_PROXIES'),
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

/** In development the sandbox's controls are part of the site, so that it listens on loopback unless it is told otherwise. */
function readHosts(env: EnvironmentReader, environment: Environment): readonly (string | undefined)[] {
  const host = env.optional('HOST') ?? (environment === 'development' ? 'localhost' : undefined);
  if (host === 'localhost') return ['127.0.0.1', '::1'];
  if (host !== undefined && !isIP(host)) env.addError('HOST', 'must be an IP address, or localhost');
  return [host];
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
  if (unknown.length > 0) env.addError('WORKER_QUEUES', `must be all, or some of ${QUEUE_NAMES.join(', ')}`);
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

/** Rejects what must never face the public: emulators, secrets everybody knows, and a site without encryption. */
function validateProduction(env: EnvironmentReader, settings: Settings): void {
  if (settings.stripe.sandbox)
    env.addError('STRIPE_SECRET_KEY', 'is missing: the payment sandbox is not for production');
  if (/sandbox/.test(settings.stripe.webhookSecret) || /sandbox/.test(settings.stripe.secretKey)) {
    env.addError('STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET', 'are those of the payment sandbox');
  }
  if (!settings.siteUrl.startsWith('https://'))
    env.addError('SITE_URL', 'must start with https:// in production');
  if (settings.analyticsUrl?.startsWith('http:'))
    env.addError('ANALYTICS_URL', 'must start with https:// in production');
  if (!env.has('APP_URL')) env.addError('APP_URL', 'is missing: the emulator app is not for production');
  if (!env.has('MAIL_FROM')) env.addError('MAIL_FROM', 'is missing');
  if (!settings.rateLimits) env.addError('RATE_LIMITS', 'must not be off in production');
  if (/^(change-?me|secret|default|example|test|0+$)/i.test(settings.auth.sharedSecret)) {
    env.addError('AUTH_JWT_SECRET', 'is a default that everybody knows');
  }
}
