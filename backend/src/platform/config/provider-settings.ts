import type { EnvironmentReader } from './environment.js';

/** An OAuth or OpenID Connect provider for sign-in. */
export interface ProviderSettings {
  /** The lowercase form of the name in its settings. */
  name: string;
  kind: 'openid' | 'github';
  /** Redirect sign-ins use the first; ID tokens may be issued for any of them. */
  clientIds: readonly [string, ...string[]];
  /** Without one we are a public client that relies on PKCE. */
  clientSecret: string | undefined;
  /** The issuer exactly as it identifies itself; for GitHub, the URL of its site. */
  url: string;
  skipNonceCheck: boolean;
}

const DEFAULT_ISSUERS: Readonly<Record<string, string>> = {
  apple: 'https://appleid.apple.com',
  azure: 'https://login.microsoftonline.com/common/v2.0',
  google: 'https://accounts.google.com',
};
const GITHUB_URL = 'https://github.com';
const NAME = /^[a-z][a-z0-9_]{0,39}$/;
/** Names that have another meaning in the protocol. */
const RESERVED_NAMES = ['email', 'phone', 'web3', 'anonymous', 'anonymous_users', 'sso', 'saml', 'github'];

/** Apple, Azure, GitHub and Google if they have a client ID, plus every issuer named in `AUTH_OIDC_PROVIDERS`. */
export function readProviderSettings(env: EnvironmentReader): ProviderSettings[] {
  const known = Object.keys(DEFAULT_ISSUERS);
  const named = env.list('AUTH_OIDC_PROVIDERS');
  if (!named.every((name) => NAME.test(name) && !RESERVED_NAMES.includes(name) && !known.includes(name))) {
    env.addError(
      'AUTH_OIDC_PROVIDERS',
      'must be names of lowercase letters, digits and underscores, other than built-in sign-in methods',
    );
    return [];
  }
  const configured = known.filter((name) => env.optional(settingName(name, 'CLIENT_ID')) !== undefined);
  return [
    ...[...configured, ...new Set(named)].map((name) => readIssuer(env, name)),
    ...(env.optional('AUTH_GITHUB_CLIENT_ID') === undefined ? [] : [readGithub(env)]),
  ];
}

function readIssuer(env: EnvironmentReader, name: string): ProviderSettings {
  return {
    name,
    kind: 'openid',
    clientIds: readClientIds(env, name),
    clientSecret: env.optional(settingName(name, 'CLIENT_SECRET')),
    url: readUrl(env, settingName(name, 'ISSUER'), DEFAULT_ISSUERS[name]),
    skipNonceCheck: env.flag(settingName(name, 'SKIP_NONCE_CHECK'), false),
  };
}

function readGithub(env: EnvironmentReader): ProviderSettings {
  return {
    name: 'github',
    kind: 'github',
    clientIds: readClientIds(env, 'github'),
    clientSecret: env.text('AUTH_GITHUB_CLIENT_SECRET'),
    url: readUrl(env, 'AUTH_GITHUB_URL', GITHUB_URL).replace(/\/+$/, ''),
    skipNonceCheck: false,
  };
}

function readClientIds(env: EnvironmentReader, name: string): [string, ...string[]] {
  const [first, ...others] = env.list(settingName(name, 'CLIENT_ID'));
  return [first ?? env.text(settingName(name, 'CLIENT_ID')), ...others];
}

/** Keeps a trailing slash, because issuers are compared exactly. Only development allows http. */
function readUrl(env: EnvironmentReader, name: string, fallback: string | undefined): string {
  const insecureProtocols = env.optional('NODE_ENV') === 'production' ? [] : ['http:'];
  env.url(name, [...insecureProtocols, 'https:'], fallback);
  const url = env.optional(name) ?? fallback ?? '';
  // Given a discovery URL, the client library would not check the issuer that the document claims.
  if (url.includes('/.well-known/'))
    env.addError(name, 'must be the issuer, not the URL of its discovery document');
  return url;
}

function settingName(provider: string, suffix: string): string {
  return `AUTH_${provider.toUpperCase()}_${suffix}`;
}
