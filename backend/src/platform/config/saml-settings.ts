import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import type { EnvironmentReader } from './environment.js';

/** What this installation signs requests to directories with, and what they encrypt their answers for. Both as PEM. */
export interface SamlKeys {
  privateKey: string;
  certificate: string;
}

const SHORTEST_KEY_BITS = 2048;

/** The pair of `AUTH_SAML_PRIVATE_KEY` and `AUTH_SAML_CERTIFICATE`; undefined without either. Judged, never printed. */
export function readSamlKeys(env: EnvironmentReader): SamlKeys | undefined {
  const names = ['AUTH_SAML_PRIVATE_KEY', 'AUTH_SAML_CERTIFICATE'];
  if (names.every((name) => env.optional(name) === undefined)) return undefined;
  const secret = env.text('AUTH_SAML_PRIVATE_KEY');
  const key = readKey(secret);
  if (secret && !key) {
    env.fault(
      'AUTH_SAML_PRIVATE_KEY',
      `must be an RSA key of at least ${SHORTEST_KEY_BITS} bits, as PEM or its base 64`,
    );
  }
  const text = env.text('AUTH_SAML_CERTIFICATE');
  const certificate = readCertificate(text);
  if (text && !certificate)
    env.fault('AUTH_SAML_CERTIFICATE', 'must be a certificate (X.509), as PEM or its base 64');
  if (!key || !certificate) return undefined;
  if (!certificate.checkPrivateKey(key)) {
    env.fault('AUTH_SAML_CERTIFICATE', 'must be that of AUTH_SAML_PRIVATE_KEY');
  }
  return {
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: certificate.toString(),
  };
}

function readKey(text: string): KeyObject | undefined {
  const key = parsed(() => createPrivateKey(pemOf(text, 'PRIVATE KEY')));
  const bits = key?.asymmetricKeyDetails?.modulusLength ?? 0;
  return key?.asymmetricKeyType === 'rsa' && bits >= SHORTEST_KEY_BITS ? key : undefined;
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
