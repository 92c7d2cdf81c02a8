import { availableParallelism } from 'node:os';
import type { EnvironmentReader } from './environment.js';
import { readSamlKeys, type SamlKeys } from './saml-settings.js';
import { readProviderSettings, type ProviderSettings } from './provider-settings.js';

/** Characters that a password must have at least one each of. */
export const PASSWORD_CHARACTERS = [
  'none',
  'letters_digits',
  'lower_upper_digits',
  'lower_upper_digits_symbols',
] as const;

/** Private half of a signing key, as a JSON Web Key on P-256. */
export interface SigningJwk {
  kty: 'EC';
  crv: 'P-256';
  kid: string;
  x: string;
  y: string;
  d: string;
}

/** Settings of the authentication service. Durations are whole seconds. */
export interface AuthSettings {
  /** Newest first: the first one signs, all of them verify. Empty: everything is signed with {@link sharedSecret}. */
  signingKeys: readonly SigningJwk[];
  sharedSecret: string;
  /** Issuers whose user tokens are valid beside our own, e.g. the former address of the site. */
  trustedIssuers: readonly string[];
  autoconfirmEmail: boolean;
  signupEnabled: boolean;
  emailEnabled: boolean;
  /** Whether a phone number makes an account, and signs in. */
  phoneEnabled: boolean;
  /** Whether numbers need no proof. */
  autoconfirmPhone: boolean;
  sms: SmsSettings;
  /** Whether someone may have an account without an address. */
  anonymousEnabled: boolean;
  hideExistingAccounts: boolean;
  passwordMinLength: number;
  passwordCharacters: (typeof PASSWORD_CHARACTERS)[number];
  /** Whether the most common passwords, by a list that comes with the product, are rejected. */
  commonPasswordList: boolean;
  /** A file with the SHA-1 of further passwords that are rejected, one a line in order. */
  breachedPasswordFile: string | undefined;
  /** Password hashes that this process computes at once. */
  hashConcurrency: number;
  redirectUrls: readonly string[];
  refreshReuseSeconds: number;
  accessTokenSeconds: number;
  sessionSeconds: number;
  sendIntervalSeconds: number;
  /** Whether a new password in a session older than a day wants digits from the mailbox. */
  reauthenticationRequired: boolean;
  /** Whether a new password wants the present one, but for who has just recovered the account. */
  currentPasswordRequired: boolean;
  /** Days after which an anonymous account that no one uses is deleted; never when 0. */
  anonymousRetentionDays: number;
  /** Whether codes of authenticator apps are offered as second factor. */
  mfaTotp: boolean;
  /** Whether codes in text messages are offered as second factor. */
  mfaPhone: boolean;
  /** Whether keys on people's devices are offered as second factor. */
  mfaWebauthn: boolean;
  /** Whether keys on people's devices sign in alone. */
  passkeys: boolean;
  /** The name that keys on devices are bound to, and where they may be used. */
  webauthn: { readonly rpId: string; readonly origins: readonly string[] };
  /** External accounts that people may sign in with. */
  providers: readonly ProviderSettings[];
  /** How many more the operator's server may add by calls. */
  maxCustomProviders: number;
  /** Whether what calls write down may lead into private networks; the settings' own addresses always may. */
  privateNetworks: boolean;
  /** Whether someone signed in may link such an account to the own one, and take it away again. */
  manualLinking: boolean;
  /** Whether a wallet of Ethereum or Solana signs in. */
  web3: boolean;
  /** Whether people of directories sign in by SAML. */
  saml: boolean;
  /** Newest first: the first one signs, any of them reads. Without one requests are not signed, and answers must not be encrypted. */
  samlKeys: readonly SamlKeys[];
  /** Life of a one-time link sent by email. */
  linkSeconds: number;
  bootstrapAdmin: { email: string; password: string } | undefined;
}

/** Who sends text messages; no one without a provider. */
export interface SmsSettings {
  readonly twilio:
    | {
        readonly accountSid: string;
        readonly authToken: string;
        /** A number, or the id of a messaging service. */
        readonly from: string;
        readonly apiUrl: string;
      }
    | undefined;
  /** Codes of numbers to which nothing is ever sent. */
  readonly testCodes: ReadonlyMap<string, string>;
}

export function readAuthSettings(env: EnvironmentReader, siteUrl: string): AuthSettings {
  const email = env.optional('BOOTSTRAP_ADMIN_EMAIL');
  const password = env.optional('BOOTSTRAP_ADMIN_PASSWORD');
  return {
    signingKeys: readSigningKeys(env),
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
    passwordMinLength: env.whole('AUTH_PASSWORD_MIN_LENGTH', 6, 6, 72),
    passwordCharacters: env.choice('AUTH_PASSWORD_CHARACTERS', PASSWORD_CHARACTERS, 'none'),
    ...readPasswordLists(env),
    hashConcurrency: readHashConcurrency(env),
    redirectUrls: env.list('AUTH_REDIRECT_URLS'),
    refreshReuseSeconds: env.whole('AUTH_REFRESH_REUSE_SECONDS', 10, 0, 3600),
    accessTokenSeconds: env.whole('AUTH_ACCESS_TOKEN_SECONDS', 3600, 60, 604_800),
    sessionSeconds: env.whole('AUTH_SESSION_SECONDS', 2_592_000, 3600, 31_536_000),
    sendIntervalSeconds: env.whole('AUTH_SEND_INTERVAL_SECONDS', 60, 0, 86_400),
    reauthenticationRequired: env.flag('AUTH_REAUTHENTICATION_REQUIRED', false),
    currentPasswordRequired: env.flag('AUTH_CURRENT_PASSWORD_REQUIRED', false),
    anonymousRetentionDays: env.whole('AUTH_ANONYMOUS_RETENTION_DAYS', 30, 0, 3650),
    mfaTotp: env.flag('AUTH_MFA_TOTP', true),
    mfaPhone: env.flag('AUTH_MFA_PHONE', false),
    mfaWebauthn: env.flag('AUTH_MFA_WEBAUTHN', false),
    passkeys: env.flag('AUTH_PASSKEYS', true),
    webauthn: readWebauthn(env, siteUrl),
    providers: readProviderSettings(env),
    maxCustomProviders: env.whole('AUTH_CUSTOM_PROVIDERS', 50, 0, 1000),
    privateNetworks: env.flag('AUTH_PRIVATE_NETWORKS', env.optional('NODE_ENV') !== 'production'),
    manualLinking: env.flag('AUTH_MANUAL_LINKING', true),
    web3: env.flag('AUTH_WEB3', true),
    saml: env.flag('AUTH_SAML', false),
    samlKeys: readSamlKeys(env),
    linkSeconds: 86_400,
    bootstrapAdmin: email && password ? { email, password } : undefined,
  };
}

/** One hash a processor and one more, so that none idles between two; always one thread of the runtime's pool left for signatures and name look-ups. */
function readHashConcurrency(env: EnvironmentReader): number {
  const threads = env.whole('UV_THREADPOOL_SIZE', 4, 2, 1024);
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
        'must be pairs of a number and a code of 6 to 10 digits: 15550100199:123456',
      );
  }
  if (env.optional('AUTH_SMS_PROVIDER') === undefined) {
    const needed = env.flag('AUTH_PHONE_ENABLED', false) || env.flag('AUTH_MFA_PHONE', false);
    if (needed && testCodes.size === 0) {
      env.addError('AUTH_SMS_PROVIDER', 'is missing: codes for phones need an SMS provider');
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

/** `common` in the place of a file is what the list of common passwords was switched on by when it was off by default. */
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

/** A browser uses a key only on the host that it is bound to and below it, so every origin must be there. */
function readWebauthn(env: EnvironmentReader, siteUrl: string): AuthSettings['webauthn'] {
  const rpId = env.text('AUTH_WEBAUTHN_RP_ID', URL.parse(siteUrl)?.hostname ?? 'localhost');
  const input = env.list('AUTH_WEBAUTHN_ORIGINS');
  const origins = input.length > 0 ? input : [URL.parse(siteUrl)?.origin ?? siteUrl];
  for (const origin of input) {
    const url = URL.parse(origin);
    const below = url?.hostname === rpId || url?.hostname.endsWith(`.${rpId}`);
    if (url?.origin !== origin || !below) {
      env.addError(
        'AUTH_WEBAUTHN_ORIGINS',
        'must be origins such as https://www.example.com, on AUTH_WEBAUTHN_RP_ID',
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

function readSigningKeys(env: EnvironmentReader): SigningJwk[] {
  if (!env.has('AUTH_JWT_KEYS')) {
    env.addError('AUTH_JWT_KEYS', 'is missing (set it empty to sign with AUTH_JWT_SECRET)');
    return [];
  }
  const text = env.optional('AUTH_JWT_KEYS');
  if (text === undefined) return [];
  const keys = parseKeySet(text);
  if (!keys?.length || !keys.every(isSigningJwk)) {
    env.addError(
      'AUTH_JWT_KEYS',
      'must be a JSON Web Key set {"keys":[…]} of private EC P-256 keys, each with a kid',
    );
    return [];
  }
  return keys;
}

function parseKeySet(text: string): unknown[] | undefined {
  try {
    const set: unknown = JSON.parse(text);
    const keys = Array.isArray(set) ? set : (set as { keys?: unknown }).keys;
    return Array.isArray(keys) ? keys : undefined;
  } catch {
    return undefined;
  }
}

function isSigningJwk(key: unknown): key is SigningJwk {
  const jwk = key as Partial<SigningJwk> | null;
  return (
    jwk?.kty === 'EC' &&
    jwk.crv === 'P-256' &&
    [jwk.kid, jwk.x, jwk.y, jwk.d].every((part) => typeof part === 'string' && part !== '')
  );
}
