import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import type { EnvironmentReader } from './environment.js';

/** Key pair that signs our requests to identity providers and decrypts their responses, as PEM. */
export interface SamlKeys {
  privateKey: string;
  certificate: string;
}

const MIN_KEY_BITS = 2048;

const MAX_KEYS = 5;
const KEY = 'AUTH_SAML_PRIVATE_KEY';
const CERTIFICATE = 'AUTH_SAML_CERTIFICATE';

/** Key pairs from `AUTH_SAML_PRIVATE_KEY` and `AUTH_SAML_CERTIFICATE`, in order. Empty if neither is set. Values are never printed. */
export function readSamlKeys(env: EnvironmentReader): SamlKeys[] {
  if ([KEY, CERTIFICATE].every((name) => env.optional(name) === undefined)) return [];
  const keys = readEach(env, KEY, readKey, `RSA keys of at least ${MIN_KEY_BITS} bits`);
  const certificates = readEach(env, CERTIFICATE, readCertificate, 'certificates (X.509)');
  if (!keys || !certificates) return [];
  const isPaired = keys.length === certificates.length && keys.length <= MAX_KEYS;
  if (!isPaired || !keys.every((key, index) => certificates[index]!.checkPrivateKey(key))) {
    env.addError(CERTIFICATE, `must match ${KEY}, in the same order, with at most ${MAX_KEYS} of each`);
  }
  return keys.map((key, index) => ({
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: certificates[index]?.toString() ?? '',
  }));
}

/** Undefined if any item is invalid, which also adds an error. */
function readEach<T>(
  env: EnvironmentReader,
  name: string,
  read: (text: string) => T | undefined,
  requirement: string,
): T[] | undefined {
  if (env.text(name) === '') return undefined;
  const all = env.list(name).map(read);
  const valid = all.filter((item) => item !== undefined);
  if (valid.length > 0 && valid.length === all.length) return valid;
  env.addError(name, `must be ${requirement}, as PEM or base64, separated by commas`);
  return undefined;
}

function readKey(text: string): KeyObject | undefined {
  const key = tryParse(() => createPrivateKey(toPem(text, 'PRIVATE KEY')));
  const bits = key?.asymmetricKeyDetails?.modulusLength ?? 0;
  return key?.asymmetricKeyType === 'rsa' && bits >= MIN_KEY_BITS ? key : undefined;
}

function readCertificate(text: string): X509Certificate | undefined {
  return tryParse(() => new X509Certificate(toPem(text, 'CERTIFICATE')));
}

/** In an environment file, PEM may have escaped line breaks or no header and footer. */
function toPem(text: string, label: string): string {
  const lines = text.replaceAll(String.raw`\n`, '\n');
  return lines.includes('-----BEGIN')
    ? lines
    : `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}

function tryParse<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
