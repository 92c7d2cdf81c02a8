import type { EnvironmentReader } from './environment.js';

/** An external account that people may sign in with. */
export interface ProviderSettings {
  /** Lower case, as in the names of its settings. */
  name: string;
  kind: 'openid' | 'github';
  /** Sign-ins by redirect use the first; ID tokens may be made for any of them. */
  clientIds: readonly [string, ...string[]];
  /** Without one the provider knows us by the client id and the code challenge alone. */
  clientSecret: string | undefined;
  /** The issuer, exactly as it names itself; of GitHub the address of its site. */
  url: string;
  skipNonceCheck: boolean;
}

const ISSUERS: Readonly<Record<string, string>> = {
  apple: 'https://appleid.apple.com',
  azure: 'https://login.microsoftonline.com/common/v2.0',
  google: 'https://accounts.google.com',
};
const GITHUB = 'https://github.com';
const NAME = /^[a-z][a-z0-9_]{0,39}$/;
/** Names that mean something else in the protocol. */
const OTHER_WAYS = ['email', 'phone', 'web3', 'anonymous', 'anonymous_users', 'sso', 'saml', 'github'];

/** Apple, Azure, GitHub and Google where they have a client id, and every issuer that `AUTH_OIDC_PROVIDERS` names. */
export function readProviderSettings(env: EnvironmentReader): ProviderSettings[] {
  const known = Object.keys(ISSUERS);
  const named = env.list('AUTH_OIDC_PROVIDERS');
  if (!named.every((name) => NAME.test(name) && !OTHER_WAYS.includes(name) && !known.includes(name))) {
    env.addError(
      'AUTH_OIDC_PROVIDERS',
      'must be names of small letters, digits and _ that are no other way to sign in',
    );
    return [];
  }
  const configured = known.filter((name) => env.optional(setting(name, 'CLIENT_ID')) !== undefined);
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
    clientSecret: env.optional(setting(name, 'CLIENT_SECRET')),
    url: readAddress(env, setting(name, 'ISSUER'), ISSUERS[name]),
    skipNonceCheck: env.flag(setting(name, 'SKIP_NONCE_CHECK'), false),
  };
}

function readGithub(env: EnvironmentReader): ProviderSettings {
  return {
    name: 'github',
    kind: 'github',
    clientIds: readClientIds(env, 'github'),
    clientSecret: env.text('AUTH_GITHUB_CLIENT_SECRET'),
    url: readAddress(env, 'AUTH_GITHUB_URL', GITHUB).replace(/\/+$/, ''),
    skipNonceCheck: false,
  };
}

function readClientIds(env: EnvironmentReader, name: string): [string, ...string[]] {
  const [first, ...others] = env.list(setting(name, 'CLIENT_ID'));
  return [first ?? env.text(setting(name, 'CLIENT_ID')), ...others];
}

/** With its last slash, if it has one: an issuer is compared email by email. Only development talks to one in the clear. */
function readAddress(env: EnvironmentReader, name: string, fallback: string | undefined): string {
  const inTheClear = env.optional('NODE_ENV') === 'production' ? [] : ['http:'];
  env.url(name, [...inTheClear, 'https:'], fallback);
  const address = env.optional(name) ?? fallback ?? '';
  // An issuer found by the address of its document would not be compared with what the document says.
  if (address.includes('/.well-known/'))
    env.addError(name, 'must be the issuer, not the address of its document');
  return address;
}

function setting(provider: string, what: string): string {
  return `AUTH_${provider.toUpperCase()}_${what}`;
}
