import { availableParallelism } from 'node:os';
import type { EnvironmentReader } from './environment.js';
import { readJwtKeys, type JwtKey } from './jwt-key-settings.js';
import { readSamlKeys, type SamlKeys } from './saml-settings.js';
import { readProviderSettings, type ProviderSettings } from './provider-settings.js';

/** Character classes that a password must contain at least once each. */
export const PASSWORD_CHARACTERS = [
  'none',
  'letters_digits',
  'lower_upper_digits',
  'lower_upper_digits_symbols',
] as const;

/** Settings of the authentication service. Durations are whole seconds. */
export interface AuthSettings {
  /** Newest first: the first key signs, all of them verify. If empty, {@link sharedSecret} signs everything. */
  jwtKeys: readonly JwtKey[];
  sharedSecret: string;
  /** Additional issuers whose user tokens are valid, such as the site's former URL. */
  trustedIssuers: readonly string[];
  autoconfirmEmail: boolean;
  signupEnabled: boolean;
  emailEnabled: boolean;
  /** Whether people can sign up and sign in with a phone number. */
  phoneEnabled: boolean;
  /** Whether phone numbers are confirmed without a code. */
  autoconfirmPhone: boolean;
  sms: SmsSettings;
  /** Whether anonymous sign-ins are allowed. */
  anonymousEnabled: boolean;
  hideExistingAccounts: boolean;
  passwordMinLength: number;
  passwordCharacters: (typeof PASSWORD_CHARACTERS)[number];
  /** Whether to reject passwords on the bundled list of common ones. */
  commonPasswordList: boolean;
  /** File of SHA-1 hashes of additional passwords to reject, sorted, one per line. */
  breachedPasswordFile: string | undefined;
  /** Password hashes that this process computes concurrently. */
  hashConcurrency: number;
  /** Memory of a password hash, in KiB. */
  hashMemoryKib: number;
  /** Largest user and app metadata together, in bytes of JSON. */
  metadataMaxBytes: number;
  redirectUrls: readonly string[];
  refreshReuseSeconds: number;
  accessTokenSeconds: number;
  sessionSeconds: number;
  sendIntervalSeconds: number;
  /** Whether changing the password in a session older than a day requires a code sent by email. */
  reauthenticationRequired: boolean;
  /** Whether changing the password requires the current one, except right after account recovery. */
  currentPasswordRequired: boolean;
  /** Days until an inactive anonymous user is deleted; 0 means never. */
  anonymousRetentionDays: number;
  /** Whether authenticator apps (TOTP) can be a second factor. */
  mfaTotp: boolean;
  /** Whether text messages can be a second factor. */
  mfaPhone: boolean;
  /** Whether WebAuthn credentials can be a second factor. */
  mfaWebauthn: boolean;
  /** Whether people can sign in with a passkey alone. */
  passkeys: boolean;
  /** Relying party ID that WebAuthn credentials are bound to, and the origins that may use them. */
  webauthn: { readonly rpId: string; readonly origins: readonly string[] };
  /** OAuth and OpenID Connect providers for sign-in. */
  providers: readonly ProviderSettings[];
  /** How many more providers can be added through the API. */
  maxCustomProviders: number;
  /** Whether URLs registered through the API may resolve to private networks. URLs in the settings always may. */
  privateNetworks: boolean;
  /** Whether signed-in users may link and unlink OAuth identities. */
  manualLinking: boolean;
  /** Whether people can sign in with an Ethereum or Solana wallet. */
  web3: boolean;
  /** Whether SAML single sign-on is available. */
  saml: boolean;
  /** Newest first: the first key signs, any of them decrypts. If empty, requests are unsigned and responses must not be encrypted. */
  samlKeys: readonly SamlKeys[];
  /** Lifetime of a one-time link sent by email. */
  linkSeconds: number;
  bootstrapAdmin: { email: string; password: string } | undefined;
}

/** SMS provider. Without one, nothing is sent. */
export interface SmsSettings {
  readonly twilio:
    | {
        readonly accountSid: string;
        readonly authToken: string;
        /** A phone number, or the ID of a messaging service. */
        readonly from: string;
        readonly apiUrl: string;
      }
    | undefined;
  /** Fixed codes by phone number. Nothing is ever sent to these numbers. */
  readonly testCodes: ReadonlyMap<string, string>;
}

export function readAuthSettings(env: EnvironmentReader, siteUrl: string): AuthSettings {
  const email = env.optional('BOOTSTRAP_ADMIN_EMAIL');
  const password = env.optional('BOOTSTRAP_ADMIN_PASSWORD');
  return {
    jwtKeys: readJwtKeys(env),
    sharedSecret: readSharedSecret(env),
    trustedIssuers: env.list('AUTH_JWT_ISSUERS'),
    autoconfirmEmail: env.flag('AUTH_AUTOCONFIRM', false),
    signupEnabled: env.flag('AUTH_SIGNUP_ENABLED', true),
    emailEnabled: env.flag('AUTH_EMAIL_ENABLED', true),
    phoneEnabled: env.flag('AUTH_PHONE_ENABLED', false),
    autoconfirmPhone: env.flag('AUTH_SMS_AUTOCONFIRM', false),
    sms: readSms(env),
    anonymousEnabled: env.flag('AUTH_ANONYMOUS_ENABLED', false),
    hideExistingAccounts: env.flag('AUTH_HIDE_EXISTING_ACCOUNTS', false),
    passwordMinLength: env.integer('AUTH_PASSWORD_MIN_LENGTH', 6, 6, 72),
    passwordCharacters: env.choice('AUTH_PASSWORD_CHARACTERS', PASSWORD_CHARACTERS, 'none'),
    ...readPasswordLists(env),
    hashConcurrency: readHashConcurrency(env),
    hashMemoryKib: readHashMemory(env),
    metadataMaxBytes: env.integer('AUTH_METADATA_MAX_BYTES', 4000, 100, 12_000),
    redirectUrls: env.list('AUTH_REDIRECT_URLS'),
    refreshReuseSeconds: env.integer('AUTH_REFRESH_REUSE_SECONDS', 10, 0, 3600),
    accessTokenSeconds: env.integer('AUTH_ACCESS_TOKEN_SECONDS', 3600, 60, 604_800),
    sessionSeconds: env.integer('AUTH_SESSION_SECONDS', 2_592_000, 3600, 31_536_000),
    sendIntervalSeconds: env.integer('AUTH_SEND_INTERVAL_SECONDS', 60, 0, 86_400),
    reauthenticationRequired: env.flag('AUTH_REAUTHENTICATION_REQUIRED', false),
    currentPasswordRequired: env.flag('AUTH_CURRENT_PASSWORD_REQUIRED', false),
    anonymousRetentionDays: env.integer('AUTH_ANONYMOUS_RETENTION_DAYS', 30, 0, 3650),
    mfaTotp: env.flag('AUTH_MFA_TOTP', true),
    mfaPhone: env.flag('AUTH_MFA_PHONE', false),
    mfaWebauthn: env.flag('AUTH_MFA_WEBAUTHN', false),
    passkeys: env.flag('AUTH_PASSKEYS', true),
    webauthn: readWebauthn(env, siteUrl),
    providers: readProviderSettings(env),
    maxCustomProviders: env.integer('AUTH_CUSTOM_PROVIDERS', 50, 0, 1000),
    privateNetworks: env.flag('AUTH_PRIVATE_NETWORKS', env.optional('NODE_ENV') !== 'production'),
    manualLinking: env.flag('AUTH_MANUAL_LINKING', true),
    web3: env.flag('AUTH_WEB3', true),
    saml: env.flag('AUTH_SAML', false),
    samlKeys: readSamlKeys(env),
    linkSeconds: 86_400,
    bootstrapAdmin: email && password ? { email, password } : undefined,
  };
}

/** OWASP recommends 19,456 KiB for argon2id with two passes and at least 7,168. Tests use less, to be fast. */
function readHashMemory(env: EnvironmentReader): number {
  const minimum = env.optional('NODE_ENV') === 'production' ? 7168 : 1024;
  return env.integer('AUTH_PASSWORD_HASH_MEMORY_KIB', 19_456, minimum, 1_048_576);
}

/** One hash per processor, plus one so that none idles in between. Leaves one libuv thread for signatures and DNS lookups. */
function readHashConcurrency(env: EnvironmentReader): number {
  const threads = env.integer('UV_THREADPOOL_SIZE', 4, 2, 1024);
  return Math.max(1, Math.min(availableParallelism() + 1, threads - 1));
}

const TEST_CODE = /^\+?([1-9]\d{1,14}):(\d{6,10})$/;

function readSms(env: EnvironmentReader): SmsSettings {
  const testCodes = new Map<string, string>();
  for (const pair of env.list('AUTH_SMS_TEST_OTP')) {
    const [, number, code] = TEST_CODE.exec(pair) ?? [];
    if (number && code) testCodes.set(number, code);
    else
      env.addError(
        'AUTH_SMS_TEST_OTP',
        'must be pairs of a phone number and a code of 6 to 10 digits, such as 15550100199:123456',
      );
  }
  if (env.optional('AUTH_SMS_PROVIDER') === undefined) {
    const needed = env.flag('AUTH_PHONE_ENABLED', false) || env.flag('AUTH_MFA_PHONE', false);
    if (needed && testCodes.size === 0) {
      env.addError('AUTH_SMS_PROVIDER', 'is missing: phone codes need an SMS provider');
    }
    return { twilio: undefined, testCodes };
  }
  env.choice('AUTH_SMS_PROVIDER', ['twilio'], 'twilio');
  const twilio = {
    accountSid: env.text('AUTH_TWILIO_ACCOUNT_SID'),
    authToken: env.text('AUTH_TWILIO_AUTH_TOKEN'),
    from: env.text('AUTH_TWILIO_FROM'),
    apiUrl: env.url('AUTH_TWILIO_API_URL', ['https:', 'http:'], 'https://api.twilio.com'),
  };
  return { twilio, testCodes };
}

/** Instead of a file, `common` still turns on the list of common passwords, as it did when that list was off by default. */
function readPasswordLists(
  env: EnvironmentReader,
): Pick<AuthSettings, 'commonPasswordList' | 'breachedPasswordFile'> {
  const breached = env.text('AUTH_PASSWORD_BREACHED_LIST', 'off');
  const commonPasswordList = env.flag('AUTH_PASSWORD_COMMON_LIST', true) || breached === 'common';
  return {
    commonPasswordList,
    breachedPasswordFile: ['off', 'common'].includes(breached) ? undefined : breached,
  };
}

/** Browsers use a credential only on its RP ID and subdomains, so every origin must be one of those. */
function readWebauthn(env: EnvironmentReader, siteUrl: string): AuthSettings['webauthn'] {
  const rpId = env.text('AUTH_WEBAUTHN_RP_ID', URL.parse(siteUrl)?.hostname ?? 'localhost');
  const configured = env.list('AUTH_WEBAUTHN_ORIGINS');
  const origins = configured.length > 0 ? configured : [URL.parse(siteUrl)?.origin ?? siteUrl];
  for (const origin of configured) {
    const url = URL.parse(origin);
    const isWithinRpId = url?.hostname === rpId || url?.hostname.endsWith(`.${rpId}`);
    if (url?.origin !== origin || !isWithinRpId) {
      env.addError(
        'AUTH_WEBAUTHN_ORIGINS',
        'must be origins such as https://www.example.com, on AUTH_WEBAUTHN_RP_ID or its subdomains',
      );
    }
  }
  return { rpId, origins };
}

function readSharedSecret(env: EnvironmentReader): string {
  const secret = env.text('AUTH_JWT_SECRET');
  if (secret && secret.length < 32) env.addError('AUTH_JWT_SECRET', 'must have at least 32 characters');
  return secret;
}
