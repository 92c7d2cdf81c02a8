import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { EnvironmentReader } from './environment.js';

/** A key for access tokens. The key determines the algorithm. */
export interface JwtKey {
  readonly kid: string;
  readonly alg: 'ES256' | 'RS256' | 'EdDSA';
  readonly publicKey: KeyObject;
  /** Undefined for a key that only verifies. */
  readonly privateKey: KeyObject | undefined;
}

const NAME = 'AUTH_JWT_KEYS';
const MIN_RSA_BITS = 2048;

/** The JSON Web Key set for access tokens, newest first. Empty if the shared secret signs everything. */
export function readJwtKeys(env: EnvironmentReader): JwtKey[] {
  if (!env.has(NAME)) {
    env.addError(NAME, 'is missing (set it to an empty value to sign with AUTH_JWT_SECRET)');
    return [];
  }
  const text = env.optional(NAME);
  if (text === undefined) return [];
  const result = parseKeys(text);
  if (typeof result !== 'string') return result;
  env.addError(NAME, result);
  return [];
}

/** Returns the keys or an error message, which never quotes the value, because it is a secret. */
function parseKeys(text: string): JwtKey[] | string {
  const set = parseKeySet(text);
  if (!set?.length) return 'must be a JSON Web Key set {"keys":[…]}';
  const keys = set.map(parseKey);
  const error = keys.find((key) => typeof key === 'string');
  if (error !== undefined) return error;
  const valid = keys as JwtKey[];
  if (new Set(valid.map(({ kid }) => kid)).size < valid.length)
    return 'must not contain two keys with the same kid';
  const [first] = valid;
  if (!first?.privateKey || first.alg === 'EdDSA')
    return 'must start with the key that signs: a private ES256 or RS256 key';
  return valid;
}

function parseKeySet(text: string): unknown[] | undefined {
  try {
    const set: unknown = JSON.parse(text);
    const keys = Array.isArray(set) ? set : (set as { keys?: unknown } | null)?.keys;
    return Array.isArray(keys) ? keys : undefined;
  } catch {
    return undefined;
  }
}

function parseKey(key: unknown): JwtKey | string {
  const jwk = (key ?? {}) as JsonWebKey;
  const { kid } = jwk;
  if (typeof kid !== 'string' || kid === '') return 'must include a kid for every key';
  const alg = detectAlgorithm(jwk);
  if (!alg || (jwk.alg !== undefined && jwk.alg !== alg))
    return 'must contain only keys for ES256 (EC P-256), RS256 (RSA) or EdDSA (Ed25519)';
  try {
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    if (alg === 'RS256' && publicKey.asymmetricKeyDetails!.modulusLength! < MIN_RSA_BITS)
      return `must not contain an RSA key shorter than ${MIN_RSA_BITS} bits`;
    const privateKey = jwk.d === undefined ? undefined : createPrivateKey({ key: jwk, format: 'jwk' });
    return { kid, alg, publicKey, privateKey };
  } catch {
    return 'contains an invalid key';
  }
}

function detectAlgorithm({ kty, crv }: JsonWebKey): JwtKey['alg'] | undefined {
  if (kty === 'RSA') return 'RS256';
  if (kty === 'EC' && crv === 'P-256') return 'ES256';
  return kty === 'OKP' && crv === 'Ed25519' ? 'EdDSA' : undefined;
}
