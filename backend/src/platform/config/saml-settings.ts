import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import type { EnvironmentReader } from './environment.js';

/** What this installation signs requests to directories with, and what they encrypt their answers for. Both as PEM. */
export interface SamlKeys {
  privateKey: string;
  certificate: string;
}

const MIN_KEY_BITS = 2048;

const MAX_KEYS = 5;
const KEY = 'AUTH_SAML_PRIVATE_KEY';
const CERTIFICATE = 'AUTH_SAML_CERTIFICATE';

/** The pairs of `AUTH_SAML_PRIVATE_KEY` and `AUTH_SAML_CERTIFICATE`, in their order; none without either. Judged, never printed. */
export function readSamlKeys(env: EnvironmentReader): SamlKeys[] {
  if ([KEY, CERTIFICATE].every((name) => env.optional(name) === undefined)) return [];
  const keys = readEach(env, KEY, readKey, `RSA keys of at least ${MIN_KEY_BITS} bits`);
  const certificates = readEach(env, CERTIFICATE, readCertificate, 'certificates (X.509)');
  if (!keys || !certificates) return [];
  const pairs = keys.length === certificates.length && keys.length <= MAX_KEYS;
  if (!pairs || !keys.every((key, place) => certificates[place]!.checkPrivateKey(key))) {
    env.addError(CERTIFICATE, `must be those of ${KEY}, in its order, ${MAX_KEYS} at most`);
  }
  return keys.map((key, place) => ({
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: certificates[place]?.toString() ?? '',
  }));
}

/** Undefined, and an error, when one of them is none. */
function readEach<T>(
  env: EnvironmentReader,
  name: string,
  read: (text: string) => T | undefined,
  need: string,
): T[] | undefined {
  if (env.text(name) === '') return undefined;
  const all = env.list(name).map(read);
  const good = all.filter((item) => item !== undefined);
  if (good.length > 0 && good.length === all.length) return good;
  env.addError(name, `must be ${need}, as PEM or its base 64, separated by commas`);
  return undefined;
}

function readKey(text: string): KeyObject | undefined {
  const key = parsed(() => createPrivateKey(pemOf(text, 'PRIVATE KEY')));
  const bits = key?.asymmetricKeyDetails?.modulusLength ?? 0;
  return key?.asymmetricKeyType === 'rsa' && bits >= MIN_KEY_BITS ? key : undefined;
}

function readCertificate(text: string): X509Certificate | undefined {
  return parsed(() => new X509Certificate(pemOf(text, 'CERTIFICATE')));
}

/** One line of an environment file may have written line breaks, or none of the frame at all. */
function pemOf(text: string, label: string): string {
  const lines = text.replaceAll(String.raw`\n`, '\n');
  return lines.includes('-----BEGIN')
    ? lines
    : `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}

function parsed<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
