import { InvalidInputError } from '../../core/auth-errors.js';
import { codeChallenge } from '../../pkce/code-challenge-input.js';
import { text, type AuthInput } from '../../protocol/auth-input.js';

/** Parameters of OAuth, OpenID Connect and this protocol, which callers can't pass to the provider. */
export const RESERVED_PARAMETERS: readonly string[] = [
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'response_mode',
  'state',
  'scope',
  'code',
  'code_challenge',
  'code_challenge_method',
  'request',
  'request_uri',
  'nonce',
  'provider',
  'redirect_to',
  'scopes',
  'invite_token',
  'skip_http_redirect',
  'apikey',
];
const NAME = /^[\w.-]{1,50}$/;
const MAX_PARAMETERS = 20;
const MAX_LENGTH = 1000;
/** `scope-token` of RFC 6749. */
export const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/;
const MAX_NONCE_LENGTH = 255;

function scopes(query: AuthInput): string[] {
  const requested = (text(query, 'scopes') ?? '').split(/[\s,]+/).filter((scope) => scope !== '');
  if (requested.length > MAX_PARAMETERS || !requested.every((scope) => SCOPE.test(scope))) {
    throw new InvalidInputError(
      `scopes must be at most ${MAX_PARAMETERS} valid OAuth scopes, separated by spaces`,
    );
  }
  return requested;
}

function nonce(query: AuthInput): string | undefined {
  const value = text(query, 'nonce');
  if (value !== undefined && value.length > MAX_NONCE_LENGTH)
    throw new InvalidInputError('nonce is too long');
  return value;
}

/** Provider-specific parameters, e.g. `prompt` or `hd`. */
function extraParameters(query: AuthInput): Record<string, string> {
  const extra = Object.entries(query).filter(
    (entry): entry is [string, string] =>
      !RESERVED_PARAMETERS.includes(entry[0]) && NAME.test(entry[0]) && typeof entry[1] === 'string',
  );
  if (extra.length > MAX_PARAMETERS || extra.some(([, value]) => value.length > MAX_LENGTH)) {
    throw new InvalidInputError(
      `at most ${MAX_PARAMETERS} provider parameters of up to ${MAX_LENGTH} characters are allowed`,
    );
  }
  return Object.fromEntries(extra);
}

/** Parses the query that starts an OAuth flow. */
export function authorizationRequest(query: AuthInput) {
  return {
    provider: text(query, 'provider') ?? '',
    codeChallenge: codeChallenge(query),
    scopes: scopes(query),
    parameters: extraParameters(query),
    nonce: nonce(query),
  };
}

const CALLBACK_PARAMETERS = ['code', 'state', 'iss', 'error', 'user'];

/** The callback parameters from the query or form. Repeated parameters are ignored. */
export function callbackParameters(input: unknown): URLSearchParams {
  const fields = typeof input === 'object' && input !== null ? (input as AuthInput) : {};
  const parameters = new URLSearchParams();
  for (const name of CALLBACK_PARAMETERS) {
    const value = fields[name];
    if (typeof value === 'string') parameters.set(name, value);
  }
  return parameters;
}
