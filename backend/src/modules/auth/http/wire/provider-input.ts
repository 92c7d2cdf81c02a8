import { InvalidInputError } from '../../domain/auth-errors.js';
import { codeChallenge, text, type WireInput } from './wire-input.js';

/** What OAuth, OpenID and this protocol have a meaning for: never taken from a caller. */
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
/** As RFC 6749 has it. */
export const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/;
const MAX_NONCE_LENGTH = 255;

/** Scopes beside ours, separated by spaces. */
function scopes(query: WireInput): string[] {
  const requested = (text(query, 'scopes') ?? '').split(/[\s,]+/).filter((scope) => scope !== '');
  if (requested.length > MAX_PARAMETERS || !requested.every((scope) => SCOPE.test(scope))) {
    throw new InvalidInputError('scopes must be a few scopes, separated by spaces');
  }
  return requested;
}

function nonce(query: WireInput): string | undefined {
  const value = text(query, 'nonce');
  if (value !== undefined && value.length > MAX_NONCE_LENGTH)
    throw new InvalidInputError('nonce is too long');
  return value;
}

/** What the caller wants the provider to know beside all that, e.g. `prompt` or `hd`. */
function freeParameters(query: WireInput): Record<string, string> {
  const free = Object.entries(query).filter(
    (entry): entry is [string, string] =>
      !RESERVED_PARAMETERS.includes(entry[0]) && NAME.test(entry[0]) && typeof entry[1] === 'string',
  );
  if (free.length > MAX_PARAMETERS || free.some(([, value]) => value.length > MAX_LENGTH)) {
    throw new InvalidInputError('too many or too long parameters for the provider');
  }
  return Object.fromEntries(free);
}

/** What a flow to a provider is to be like, as its query says. */
export function authorizationRequest(query: WireInput) {
  return {
    provider: text(query, 'provider') ?? '',
    codeChallenge: codeChallenge(query),
    scopes: scopes(query),
    parameters: freeParameters(query),
    nonce: nonce(query),
  };
}

const CALLBACK_PARAMETERS = ['code', 'state', 'iss', 'error', 'user'];

/** A provider's answer, of query or form; what stands in it twice does not count. */
export function callbackParameters(input: unknown): URLSearchParams {
  const fields = typeof input === 'object' && input !== null ? (input as WireInput) : {};
  const response = new URLSearchParams();
  for (const name of CALLBACK_PARAMETERS) {
    const value = fields[name];
    if (typeof value === 'string') response.set(name, value);
  }
  return response;
}
